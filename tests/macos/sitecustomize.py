"""A Mac, as far as a Linux machine can play one: with this folder on PYTHONPATH, every Python process lacks what macOS
lacks, and refuses what macOS refuses. It is imported before anything else.

`sys.platform` says `darwin` to our own code alone: the standard library and torch look at it to find what is not here.
"""

import ctypes
import importlib.machinery
import os
import resource
import sys

PLAYED = ("rlve", "rlve_cli")
LACKING = ("vllm",)

if hasattr(os, "sched_getaffinity"):
    del os.sched_getaffinity

_setrlimit = resource.setrlimit


def setrlimit(kind, limits):
    if kind == resource.RLIMIT_AS:
        raise ValueError("current limit exceeds maximum limit")
    _setrlimit(kind, limits)


resource.setrlimit = setrlimit


_CDLL = ctypes.CDLL


class CDLL(_CDLL):
    def __getattr__(self, name):
        if self._name is None and name in ("unshare", "prctl", "pivot_root", "setns"):
            raise AttributeError(f"dlsym(RTLD_DEFAULT, {name}): symbol not found")
        return super().__getattr__(name)


ctypes.CDLL = CDLL


class Sys:
    """The module `sys` of a Mac."""

    platform = "darwin"

    def __getattr__(self, name):
        return getattr(sys, name)

    def __setattr__(self, name, value):
        setattr(sys, name, value)


class Finder(importlib.machinery.PathFinder):
    """Finds no package that macOS lacks, and gives ours the `sys` of a Mac."""

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name.partition(".")[0] in LACKING:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and name.partition(".")[0] in PLAYED and hasattr(spec.loader, "exec_module"):
            plain = spec.loader.exec_module

            def exec_module(module):
                plain(module)
                if getattr(module, "sys", None) is sys:
                    module.sys = Sys()

            spec.loader.exec_module = exec_module
        return spec


sys.meta_path[:] = [Finder if finder is importlib.machinery.PathFinder else finder for finder in sys.meta_path]
