"""Several processes that compute one thing. The only module that names `torch.distributed`.

A single process is a group of one. Weights and gradients travel by DeepSpeed (NCCL on GPUs, gloo on CPUs); everything
else, small Python objects, by gloo.
"""

import datetime
import logging
import os
import socket
import sys
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import torch

from rlve.training.errors import RunError

Item = TypeVar("Item")

TIMEOUT = datetime.timedelta(hours=2)  # the longest step, and the time until a lost rank is noticed
JOINING = datetime.timedelta(minutes=10)  # between the first rank that starts and the last

_objects: Any = None
_announced: list[str] = []  # variables that are ours: for what else this process starts they say nothing


def start() -> None:
    """Join the group that torchrun or Slurm announced, or be a group of one.

    Must come before a vLLM engine is made in this process: made first, every engine believes itself alone, silently.
    Raises `RunError` if not all have come within some minutes.
    """
    global _objects  # noqa: PLW0603
    if _objects is not None:
        return
    if not torch.cuda.is_available():
        os.environ.setdefault("DS_ACCELERATOR", "cpu")
    announce()
    import deepspeed

    # DeepSpeed would compile an operator for shared-memory reductions here, which takes a minute and a C++ compiler.
    deepspeed.ops.__compatible_ops__["deepspeed_shm_comm"] = False
    for handler in logging.getLogger("DeepSpeed").handlers:
        if type(handler) is logging.StreamHandler:  # its own, to stdout; not those of whoever listens in
            handler.setStream(sys.stderr)
    logging.getLogger("DeepSpeed").setLevel(logging.ERROR)
    if torch.cuda.is_available():
        torch.cuda.set_device(local_rank())
    backend = "nccl" if torch.cuda.is_available() else "gloo"
    if not torch.distributed.is_initialized():
        store, rank, world = join()
        torch.distributed.init_process_group(backend, store=store, rank=rank, world_size=world, timeout=TIMEOUT)
    deepspeed.init_distributed(dist_backend=backend, timeout=TIMEOUT, verbose=False)
    if torch.distributed.get_world_size() != int(os.environ["WORLD_SIZE"]):
        raise RuntimeError("the process group is smaller than the number of processes that were started")
    _objects = torch.distributed.new_group(backend="gloo", timeout=TIMEOUT)


def join() -> tuple[Any, int, int]:
    """Wait until all ranks are there: a store for their group, this rank, and how many there are.

    Raises `RunError` that names those which have not come within `JOINING`.
    """
    from torch.distributed.rendezvous import rendezvous

    place = f"{os.environ['MASTER_ADDR']}:{os.environ['MASTER_PORT']}"
    rank, world = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    minutes = f"within {JOINING.total_seconds() / 60:g} minutes"
    try:
        store, rank, world = next(rendezvous("env://", timeout=JOINING))
    except (RuntimeError, ValueError) as error:  # torch's errors of stores and networks are RuntimeErrors
        raise RunError(
            f"Process {rank} of {world} did not find all the others at {place} {minutes}: see what became of them."
        ) from error
    keys = [f"rlve/joined/{other}" for other in range(world)]
    try:
        store.set(keys[rank], "")
        store.wait(keys, JOINING)
    except RuntimeError as error:
        raise RunError(f"Process {rank} of {world} waited for the others {minutes}, {missing(store, keys)}.") from error
    return store, rank, world


def missing(store: Any, keys: list[str]) -> str:
    try:
        absent = [key.rpartition("/")[2] for key in keys if not store.check([key])]
    except RuntimeError:  # the store was process 0's, which is gone
        absent = ["0"]
    return f"and these did not come: {', '.join(absent)}"


def announce() -> None:
    """Fill in the variables that torchrun sets, from Slurm's or for a single process."""
    slurm = {"RANK": "SLURM_PROCID", "LOCAL_RANK": "SLURM_LOCALID", "WORLD_SIZE": "SLURM_NTASKS"}
    if "RANK" not in os.environ and several_by_slurm():
        for name, source in slurm.items():
            os.environ[name] = os.environ[source]
        if torch.cuda.device_count() == 1:  # --gpus-per-task 1: each process sees its own only
            os.environ["LOCAL_RANK"] = "0"
        os.environ.setdefault("MASTER_ADDR", first_node(os.environ["SLURM_JOB_NODELIST"]))
        os.environ.setdefault("MASTER_PORT", str(20000 + int(os.environ["SLURM_JOB_ID"]) % 20000))
    if "RANK" not in os.environ:
        alone = {"RANK": "0", "LOCAL_RANK": "0", "WORLD_SIZE": "1"}
        alone |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(free_port())}
        os.environ.update(alone)
        _announced.extend(alone)


def several_by_slurm() -> bool:
    """Whether `srun` started several of us; a plain `sbatch` script has the variables too, but only one step of one
    task."""
    return (
        int(os.environ.get("SLURM_NTASKS", "1")) > 1 and "SLURM_PROCID" in os.environ and "SLURM_STEP_ID" in os.environ
    )


def first_node(nodes: str) -> str:
    """`gpu[03-05,9],x1` -> `gpu03`: the first host of a Slurm node list."""
    head, bracket, rest = nodes.partition("[")
    if not bracket or "," in head:
        return head.split(",")[0]
    return head + rest.split("]")[0].split(",")[0].split("-")[0]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def finish() -> None:
    """Leave the group; one that was of this process alone is not announced any more."""
    global _objects  # noqa: PLW0603
    if torch.distributed.is_initialized():
        torch.distributed.destroy_process_group()
    _objects = None
    while _announced:
        os.environ.pop(_announced.pop(), None)


def rank() -> int:
    return torch.distributed.get_rank() if torch.distributed.is_initialized() else 0


def local_rank() -> int:
    return int(os.environ.get("LOCAL_RANK", "0"))


def size() -> int:
    return torch.distributed.get_world_size() if torch.distributed.is_initialized() else 1


def engine(tensor_parallel: int) -> tuple[int, int]:
    """Which of the sampling engines this rank belongs to, and how many there are."""
    return rank() // tensor_parallel, size() // tensor_parallel


def of_engines(items: Iterable[Item], tensor_parallel: int) -> Iterator[Item]:
    """What an engine makes, on the first of its ranks only: the others make the same, and must take part."""
    for item in items:
        if rank() % tensor_parallel == 0:
            yield item


def is_main() -> bool:
    return rank() == 0


def device() -> torch.device:
    """Where this rank computes."""
    return torch.device("cuda", local_rank()) if torch.cuda.is_available() else torch.device("cpu")


def forget_peak_memory() -> None:
    """Begin to watch this rank's GPU memory, if it has a GPU."""
    if torch.cuda.is_available():
        torch.cuda.reset_peak_memory_stats()


def peak_memory() -> int | None:
    """Bytes that torch had taken of it at most since then."""
    return torch.cuda.max_memory_allocated() if torch.cuda.is_available() else None


def gather(item: Item) -> list[Item]:
    """Every rank's item, by rank, on every rank. Also a barrier."""
    if size() == 1:
        return [item]
    items: list[Any] = [None] * size()
    torch.distributed.all_gather_object(items, item, group=_objects)
    return items


def agree(flag: bool) -> bool:
    """True on every rank if it is true on any."""
    return any(gather(flag))


def total(values: dict[str, float]) -> dict[str, float]:
    """Sums over ranks, by name; added up in the order of ranks, so that every rank gets the same bits."""
    parts = gather(values)
    return {name: sum(part[name] for part in parts) for name in values}


def local_size() -> int:
    """Processes on this node: torchrun's number, or the first of Slurm's, `8(x4)` for four nodes."""
    names = ("LOCAL_WORLD_SIZE", "SLURM_STEP_TASKS_PER_NODE", "SLURM_NTASKS_PER_NODE")
    told = next((os.environ[name] for name in names if name in os.environ), str(size()))
    return int(told.partition("(")[0].partition(",")[0])
