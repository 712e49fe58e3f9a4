"""Doxa as the long-term store of LangGraph, and as tools of LangChain."""

from doxa_langgraph.store import DoxaStore, PutNotBelieved
from doxa_langgraph.tools import memory_tools

__all__ = ["DoxaStore", "PutNotBelieved", "memory_tools"]
