"""Claude's memory tool on Doxa; needs the extra `anthropic` of this package."""

from doxa_client.memory_tool.tool import AsyncDoxaMemoryTool, DoxaMemoryTool

__all__ = ["AsyncDoxaMemoryTool", "DoxaMemoryTool"]
