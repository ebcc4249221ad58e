"""The program that shuts itself in, then runs untrusted code: started by `sandbox`, alone in a fresh interpreter.

It imports nothing but the standard library, so that `python -I -S` can run it as a file. In order: new namespaces
(user, mount, process, network, IPC) as far as the kernel allows; a new root folder of which only Python itself and
the system's libraries are part, read-only; a process 1 of our own that ends everything when the program ends or is
late; an identity without rights; limits; a filter of system calls; where there is no root folder of its own, rules that
open the same folders and no others (Landlock); the program.

How the run goes is told on a pipe of its own, the channel: a line `started` by the interpreter before the first line of
the program, which finds the pipe closed; a line `status N`, `late` or `large` by process 1; or a line `broken ...`.
Exit statuses and what is written to standard error are the program's to choose, and nobody believes them.

Read `namespaces(7)`, `pivot_root(2)`, `setrlimit(2)`, `seccomp(2)` and `landlock(7)` for why each step is where it is.
"""

import contextlib
import ctypes
import errno
import json
import math
import os
import platform
import resource
import signal
import sys
import time
from typing import Any

CLONE_NEWNS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = (
    0x00020000, 0x08000000, 0x10000000, 0x20000000, 0x40000000,
)  # fmt: skip
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 1, 2, 4, 32, 4096, 16384, 1 << 18
MS_NOEXEC, MS_NOATIME, MS_NODIRATIME, MS_RELATIME = 8, 1024, 2048, 1 << 21
MNT_DETACH = 2
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 4, 22, 36, 38
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41, "ppc64le": 203, "s390x": 217, "riscv64": 41}
# System calls a program has no use for: sockets, signals to others, leaving its process group, namespaces and mounts of
# its own (in a nested namespace it could mount memory without a limit), shared memory that outlives its mapping,
# tracing, kernel interfaces, and rights and times of files, which Landlock does not look after.
DENIED = {
    "x86_64": {
        "socket": 41, "kill": 62, "tkill": 200, "tgkill": 234, "rt_sigqueueinfo": 129, "rt_tgsigqueueinfo": 297,
        "pidfd_send_signal": 424, "setsid": 112, "setpgid": 109,
        "unshare": 272, "setns": 308, "mount": 165, "umount2": 166, "pivot_root": 155,
        "chroot": 161, "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsmount": 432, "mount_setattr": 442,
        "memfd_create": 319, "shmget": 29, "msgget": 68, "mq_open": 240, "ptrace": 101, "process_vm_readv": 310,
        "process_vm_writev": 311, "add_key": 248, "request_key": 249, "keyctl": 250, "bpf": 321,
        "perf_event_open": 298, "io_uring_setup": 425, "userfaultfd": 323,
        "chmod": 90, "fchmod": 91, "fchmodat": 268, "fchmodat2": 452, "chown": 92, "fchown": 93, "lchown": 94,
        "fchownat": 260, "setxattr": 188, "lsetxattr": 189, "fsetxattr": 190, "removexattr": 197, "lremovexattr": 198,
        "fremovexattr": 199, "utime": 132, "utimes": 235, "futimesat": 261, "utimensat": 280,
    },
    "aarch64": {
        "socket": 198, "kill": 129, "tkill": 130, "tgkill": 131, "rt_sigqueueinfo": 138, "rt_tgsigqueueinfo": 240,
        "pidfd_send_signal": 424, "setsid": 157, "setpgid": 154,
        "unshare": 97, "setns": 268, "mount": 40, "umount2": 39, "pivot_root": 41,
        "chroot": 51, "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsmount": 432, "mount_setattr": 442,
        "memfd_create": 279, "shmget": 194, "msgget": 186, "mq_open": 180, "ptrace": 117, "process_vm_readv": 270,
        "process_vm_writev": 271, "add_key": 217, "request_key": 218, "keyctl": 219, "bpf": 280,
        "perf_event_open": 241, "io_uring_setup": 425, "userfaultfd": 282,
        "fchmod": 52, "fchmodat": 53, "fchmodat2": 452, "fchown": 55, "fchownat": 54, "setxattr": 5, "lsetxattr": 6,
        "fsetxattr": 7, "removexattr": 14, "lremovexattr": 15, "fremovexattr": 16, "utimensat": 88,
    },
}  # fmt: skip
AUDIT_ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
CLONE = {"x86_64": 56, "aarch64": 220}
CLONE3 = 435
EVERY_NAMESPACE = 0x7E020000 | 0x80
NOBODY = 65_534
FIRST_SPARE_USER = 0x70000000  # above every ordinary user: the kernel counts processes per user
KILL = {"x86_64": 62, "aarch64": 129}
LANDLOCK_CREATE, LANDLOCK_ADD, LANDLOCK_RESTRICT = 444, 445, 446  # the same numbers on every machine
LANDLOCK_OLDEST = 3  # before it, files could be cut off by who may only read them
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, TRUNCATE = 1, 2, 4, 8, 1 << 14
EVERY_ACCESS = (1 << 15) - 1
FILE_ACCESS = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE
STARTED = "import os as _; _.write({channel}, b'started\\n'); _.close({channel}); del _\n"
GLANCE_SECONDS = 0.1  # between two looks at what a program has written
MOST_FILES = 4096
PROGRAM, WORK = "/sandboxed.py", "/sandboxed"
LIBRARIES = (
    "/lib",
    "/lib64",
    "/lib32",
    "/libx32",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/nix/store",
    "/gnu/store",
)
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")
SEMAPHORES = "/dev/shm"  # where `multiprocessing` has its locks
OPEN_TO_ALL = ("/tmp", "/var/tmp", SEMAPHORES)

libc = ctypes.CDLL(None, use_errno=True)


def call(function: str, *arguments: Any) -> None:
    """A C function that returns -1 on failure. Raises OSError."""
    converted = [os.fsencode(one) if isinstance(one, str) else one for one in arguments]
    if getattr(libc, function)(*converted) == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"{function}: {os.strerror(number)}")


def enter_namespaces() -> set[str]:
    """Leave the world of other processes, files and networks. Returns the names of what the kernel granted."""
    granted: set[str] = set()
    user, group = os.geteuid(), os.getegid()
    if user != 0 or not try_unshare(CLONE_NEWNS):
        if not try_unshare(CLONE_NEWUSER):
            return granted
        granted.add("user")
        with contextlib.suppress(OSError):
            write("/proc/self/setgroups", "deny")
        write("/proc/self/uid_map", f"{NOBODY} {user} 1")
        write("/proc/self/gid_map", f"{NOBODY} {group} 1")
        if try_unshare(CLONE_NEWNS):
            granted.add("files")
    else:
        granted.add("files")
    for name, flag in (("processes", CLONE_NEWPID), ("network", CLONE_NEWNET), ("ipc", CLONE_NEWIPC)):
        if try_unshare(flag):
            granted.add(name)
    return granted


def try_unshare(flag: int) -> bool:
    return bool(libc.unshare(flag) == 0)


def write(path: str, text: str) -> None:
    with open(path, "w") as file:  # noqa: PTH123 (pathlib costs a third of this program's start)
        file.write(text)


def tell(channel: int, line: str) -> None:
    """How the run goes, to whoever started it."""
    with contextlib.suppress(OSError):
        os.write(channel, f"{line}\n".encode(errors="replace"))


def change_root(root: str, size: int, python_folders: list[str], program: str) -> None:
    """Make `root` the whole world: Python and libraries to read, a folder to write in, the program."""
    size += os.fstat(0).st_size
    call("mount", b"none", "/", None, MS_REC | MS_PRIVATE, None)
    call("mount", b"tmpfs", root, b"tmpfs", MS_NOSUID | MS_NODEV, f"size={size},mode=755,nr_inodes=4096")
    for folder in sorted({*LIBRARIES, *python_folders}):
        if os.path.islink(folder):  # noqa: PTH114
            os.makedirs(os.path.dirname(root + folder), exist_ok=True)  # noqa: PTH103, PTH120
            os.symlink(os.readlink(folder), root + folder)  # noqa: PTH115, PTH211
        elif os.path.isdir(folder) and not os.path.exists(root + folder):  # noqa: PTH110, PTH112
            os.makedirs(root + folder, exist_ok=True)  # noqa: PTH103
            bind(folder, root + folder, MS_REC)
    os.makedirs(root + "/dev")  # noqa: PTH103
    for device in DEVICES:
        write(root + device, "")
        with contextlib.suppress(OSError):
            call("mount", device, root + device, None, MS_BIND, None)
    os.mkdir(root + SEMAPHORES)  # noqa: PTH102
    os.chmod(root + SEMAPHORES, 0o1777)  # noqa: PTH101
    with open(root + "/dev/stdin", "wb") as file:  # noqa: PTH123
        place = 0
        while piece := os.pread(0, 1 << 20, place):
            place += file.write(piece)
    lay_out(root, program)
    os.chdir(root)
    try:
        call("syscall", PIVOT_ROOT[platform.machine()], b".", b".")
        call("umount2", b".", MNT_DETACH)
    except (OSError, KeyError):
        os.chroot(".")  # enough for a process that keeps no right to leave


def lay_out(root: str, program: str) -> None:
    """The program and its empty working folder, for whatever user it will run as."""
    write(root + PROGRAM, program)
    os.mkdir(root + WORK)  # noqa: PTH102
    for path in (root, root + WORK):
        os.chmod(path, 0o777 if path.endswith(WORK) else 0o755)  # noqa: PTH101


def bind(source: str, target: str, recursive: int) -> None:
    """Show `source` at `target`, read-only. The flags a mount already has must be kept, or the kernel refuses."""
    call("mount", source, target, None, MS_BIND | recursive, None)
    present = os.statvfs(target).f_flag
    kept = present & (MS_NOSUID | MS_NODEV | MS_NOEXEC)
    kept |= (MS_NOATIME if present & 1024 else 0) | (MS_NODIRATIME if present & 2048 else 0)
    kept |= MS_RELATIME if present & 4096 else 0
    call("mount", None, target, None, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | kept, None)


def spare_user() -> int:
    return FIRST_SPARE_USER + int(os.environ["SANDBOX_NUMBER"])


def give_up_rights(granted: set[str]) -> None:
    """Become a user with no rights, one that no other process has: its limit of processes is then its own."""
    if "user" not in granted and os.geteuid() == 0:
        with contextlib.suppress(OSError):
            os.setgroups([])
        for user in (spare_user(), NOBODY):
            try:
                os.setresgid(user, user, user)
                os.setresuid(user, user, user)
                break
            except OSError as error:
                if error.errno == errno.EPERM:
                    raise
    call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


class Instruction(ctypes.Structure):
    """`struct sock_filter`."""

    _fields_ = (("code", ctypes.c_ushort), ("jt", ctypes.c_ubyte), ("jf", ctypes.c_ubyte), ("k", ctypes.c_uint))


class Filter(ctypes.Structure):
    """`struct sock_fprog`."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.POINTER(Instruction)))


def filter_calls(granted: set[str]) -> bool:
    """Refuse the system calls in DENIED from here on. Returns whether this kernel and machine can.

    Where the program has process numbers of its own, it may signal its own children, as `multiprocessing` does: any
    single process but the first.
    """
    machine = platform.machine()
    if machine not in DENIED:
        return False
    load, jump_equal, jump_at_least, jump_any_bit, leave = 0x20, 0x15, 0x35, 0x45, 0x06
    allow, kill, refuse = 0x7FFF0000, 0x80000000, 0x00050000
    steps = [(load, 0, 0, 4), (jump_equal, 1, 0, AUDIT_ARCHITECTURE[machine]), (leave, 0, 0, kill), (load, 0, 0, 0)]
    if machine == "x86_64":  # the second set of numbers for the same calls
        steps += [(jump_at_least, 0, 1, 0x40000000), (leave, 0, 0, refuse | errno.EPERM)]
    if "processes" in granted:
        steps += [(jump_equal, 0, 5, KILL[machine]), (load, 0, 0, 16), (jump_at_least, 1, 0, 0x80000000)]
        steps += [(jump_at_least, 1, 0, 2), (leave, 0, 0, refuse | errno.EPERM), (load, 0, 0, 0)]
        denied = [number for number in DENIED[machine].values() if number != KILL[machine]]
    else:
        denied = list(DENIED[machine].values())
    for number in denied:
        steps += [(jump_equal, 0, 1, number), (leave, 0, 0, refuse | errno.EPERM)]
    # clone3 hides its flags behind a pointer: the C library falls back to clone, whose flags can be seen
    steps += [(jump_equal, 0, 1, CLONE3), (leave, 0, 0, refuse | errno.ENOSYS)]
    steps += [(jump_equal, 0, 3, CLONE[machine]), (load, 0, 0, 16), (jump_any_bit, 0, 1, EVERY_NAMESPACE)]
    steps += [(leave, 0, 0, refuse | errno.EPERM), (leave, 0, 0, allow)]
    instructions = (Instruction * len(steps))(*(Instruction(*step) for step in steps))
    return bool(libc.prctl(PR_SET_SECCOMP, 2, ctypes.byref(Filter(len(steps), instructions)), 0, 0) == 0)


def landlock_version() -> int:
    """What this kernel knows of Landlock; 0 if nothing."""
    return max(0, int(libc.syscall(LANDLOCK_CREATE, None, ctypes.c_size_t(0), 1)))


class Below(ctypes.Structure):
    """`struct landlock_path_beneath_attr`."""

    _pack_ = 1
    _fields_ = (("access", ctypes.c_uint64), ("parent", ctypes.c_int32))


def close_folders(readable: list[str], writable: list[str]) -> bool:
    """Let this process open nothing but what lies below some folders, for good. Returns whether this kernel can.

    For a kernel that grants no root folder of its own. Needs no rights, but that none can be gained any more.
    """
    if landlock_version() < LANDLOCK_OLDEST:
        return False
    handled = ctypes.c_uint64(EVERY_ACCESS)
    rules = libc.syscall(LANDLOCK_CREATE, ctypes.byref(handled), ctypes.c_size_t(8), 0)
    if rules < 0:
        return False
    try:
        allow_below(rules, "/proc/self/fd/0", READ_FILE)
        for path in readable:
            allow_below(rules, path, EXECUTE | READ_FILE | READ_DIR)
        for path in writable:
            allow_below(rules, path, EVERY_ACCESS)
        return bool(libc.syscall(LANDLOCK_RESTRICT, rules, 0) == 0)
    finally:
        os.close(rules)


def allow_below(rules: int, path: str, access: int) -> None:
    """One rule; a folder that is not here needs none."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not os.path.isdir(path):  # noqa: PTH112
            access &= FILE_ACCESS
        call("syscall", LANDLOCK_ADD, rules, 1, ctypes.byref(Below(access, place)), 0)
    finally:
        os.close(place)


def wall(order: dict[str, Any], granted: set[str], root: str) -> None:
    """The filter of system calls, and where there is no root folder of its own, closed folders.

    Raises PermissionError where this is weaker than promised, unless the order allows that.
    """
    if filter_calls(granted):
        granted.add("calls")
    if "files" not in granted:
        readable = [*LIBRARIES, *order["python_folders"], *(path for path in DEVICES if path != "/dev/null"), root]
        if order["landlock"] and close_folders(readable, [root + WORK, "/dev/null"]):
            granted.add("paths")
    if not order["weak"] and not ("calls" in granted and granted & {"files", "paths"}):
        raise PermissionError(errno.EPERM, "this kernel does not keep programs from other files")


def set_limits(limits: dict[str, Any], granted: set[str]) -> None:
    """Processor time, memory, processes, open files, file size; no core dumps."""
    processes = limits["processes"]
    if "user" not in granted and os.geteuid() != 0 and os.geteuid() < FIRST_SPARE_USER:
        processes += processes_of_user(os.geteuid())  # this user's other processes count too
    for kind, value in (
        (resource.RLIMIT_CPU, math.ceil(limits["cpu_seconds"])),
        (resource.RLIMIT_AS, limits["memory"]),
        (resource.RLIMIT_NPROC, processes),
        (resource.RLIMIT_NOFILE, limits["open_files"]),
        (resource.RLIMIT_FSIZE, limits["file_size"]),
        (resource.RLIMIT_STACK, limits["stack"]),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (value, value))


def processes_of_user(user: int) -> int:
    """Threads that a user has now: the kernel's limit counts threads."""
    count = 0
    for process in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208
        with contextlib.suppress(OSError):
            if os.stat(f"/proc/{process}").st_uid == user:  # noqa: PTH116
                count += len(os.listdir(f"/proc/{process}/task"))  # noqa: PTH208
    return count


def run_program(order: dict[str, Any], granted: set[str], root: str, channel: int) -> None:
    """Replace this process by the program. Its own session, so that no terminal reaches it. Never returns."""
    work = root + WORK
    try:
        os.setsid()
        os.chdir(work)
        set_limits(order["limits"], granted)
        give_up_rights(granted)
        wall(order, granted, root)
        environment = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": work, "TMPDIR": work, **order["environment"]}
        os.set_inheritable(channel, True)
        os.execve(order["python"], [order["executable"], "-I", "-B", root + PROGRAM], environment)
    except BaseException as error:
        tell(channel, f"broken user {os.geteuid()}, {', '.join(sorted(granted)) or 'no protection'}: {error}")
    finally:
        os._exit(1)


def watch(child: int, seconds: float, folder: str, size: int, channel: int) -> None:
    """Wait for the program, at most `seconds`; end whatever it leaves behind, and tell how it ended.

    `folder` is looked at again and again where nothing else bounds what is in it; empty where something does.
    """
    until = time.monotonic() + seconds

    def end(line: str) -> None:
        end_group(child)
        if folder:
            remove_left_over()
        tell(channel, line)
        os._exit(0)

    def glance(_signal: int, _frame: object) -> None:
        if time.monotonic() >= until:
            end("late")
        elif folder and too_large(folder, size):
            end("large")

    signal.signal(signal.SIGALRM, glance)
    signal.signal(signal.SIGTERM, lambda *_: end("late"))
    signal.setitimer(signal.ITIMER_REAL, GLANCE_SECONDS, GLANCE_SECONDS)
    while True:
        process, status = os.wait()
        if process == child:
            signal.setitimer(signal.ITIMER_REAL, 0)
            end_group(child)
            end("large" if folder and too_large(folder, size) else f"status {os.waitstatus_to_exitcode(status)}")


def too_large(folder: str, size: int) -> bool:
    """Whether files hold more than `size` bytes together, are very many, or cannot be looked at."""
    unreadable: list[OSError] = []
    found = total = 0
    for top in (folder, *left_over()):
        for place, _, names in os.walk(top, onerror=unreadable.append):
            for name in [".", *names]:
                with contextlib.suppress(FileNotFoundError, NotADirectoryError):
                    total += os.lstat(f"{place}/{name}").st_blocks * 512
                    found += 1
                if total > size or found > MOST_FILES:
                    return True
        with contextlib.suppress(FileNotFoundError):
            total += os.lstat(top).st_blocks * 512
    return total > size or any(not isinstance(error, FileNotFoundError | NotADirectoryError) for error in unreadable)


def left_over() -> list[str]:
    """What the program's user, whom nobody else is, has put into folders that are open to all."""
    found = []
    if os.geteuid() == 0:
        for folder in OPEN_TO_ALL:
            with contextlib.suppress(OSError), os.scandir(folder) as entries:
                found += [entry.path for entry in entries if entry.stat(follow_symlinks=False).st_uid == spare_user()]
    return found


def remove_left_over() -> None:
    for path in left_over():
        with contextlib.suppress(OSError):
            if os.path.isdir(path) and not os.path.islink(path):  # noqa: PTH112, PTH114
                import shutil

                shutil.rmtree(path, ignore_errors=True)
            else:
                os.unlink(path)  # noqa: PTH108


def end_group(leader: int) -> None:
    """Kill a whole process group at once: one by one would lose against a program that forks without end."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        while True:
            os.wait()  # orphans come to this process


def main() -> None:
    """Do what the order on one descriptor says, and tell how it went on another; see `sandbox.confined`."""
    with os.fdopen(int(sys.argv[1]), "rb") as file:
        order = json.loads(file.read())
    channel = int(sys.argv[2])
    os.set_inheritable(channel, False)
    try:
        confine(order, channel)
    except BaseException as error:
        tell(channel, f"broken {type(error).__name__}: {error}")
    os._exit(1)


def confine(order: dict[str, Any], channel: int) -> None:
    """Never returns."""
    os.environ["SANDBOX_NUMBER"] = str(os.getpid())
    seconds = order["limits"]["wall_seconds"]
    granted = enter_namespaces() if order["namespaces"] else set()
    if "processes" in granted and (outer_child := os.fork()):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds + 5)  # in case process 1 itself is stuck
        os.waitpid(outer_child, 0)
        os._exit(0)
    call("prctl", PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    call("prctl", PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    call("prctl", PR_SET_DUMPABLE, 0, 0, 0, 0)  # nobody may trace process 1, nor open the channel through it
    root, program = order["root"], STARTED.format(channel=channel) + order["program"]
    if "files" in granted:
        try:
            change_root(root, order["limits"]["folder_size"], order["python_folders"], program)
            root = ""
        except OSError:
            granted.discard("files")
    if "files" not in granted:
        lay_out(root, program)
    if order["probe"]:
        call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        wall(order, granted, root)
        tell(channel, f"granted {json.dumps(sorted(granted))}")
        os._exit(0)
    child = os.fork()
    if child == 0:
        run_program(order, granted, root, channel)
    watch(child, seconds, root and root + WORK, order["limits"]["folder_size"], channel)
    os._exit(0)


if __name__ == "__main__":
    main()
