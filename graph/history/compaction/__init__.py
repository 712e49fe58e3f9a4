"""Compaction: write the whole store anew, so that its files have nothing of what was deleted."""
