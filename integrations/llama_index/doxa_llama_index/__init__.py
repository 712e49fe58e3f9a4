"""Doxa as a memory block of LlamaIndex."""

from doxa_llama_index.block import DoxaMemoryBlock

__all__ = ["DoxaMemoryBlock"]
