"""Replay the events of an export at their own system times."""
