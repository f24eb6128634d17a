"""What ``uibench doctor`` looks at: one function per part of the machine, each returning findings."""

from .finding import Finding, Machine, Need, Status
from .gather import PROBES, gather

__all__ = ["PROBES", "Finding", "Machine", "Need", "Status", "gather"]
