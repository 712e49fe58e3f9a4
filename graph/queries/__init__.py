"""Queries for beliefs, memories, relations, history and review lists, as of both times."""
