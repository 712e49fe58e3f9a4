"""Conversations as other programs export them, read as messages of Doxa's own."""
