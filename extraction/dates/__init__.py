"""Expressions of time in a text, and the bounds of intervals."""
