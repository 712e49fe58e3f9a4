"""Doxa as a toolset of Pydantic AI."""

from doxa_pydantic_ai.toolset import memory_toolset

__all__ = ["memory_toolset"]
