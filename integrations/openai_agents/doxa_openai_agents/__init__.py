"""Doxa as tools and as a session of the OpenAI Agents SDK."""

from doxa_openai_agents.session import RememberingSession
from doxa_openai_agents.tools import memory_tools

__all__ = ["RememberingSession", "memory_tools"]
