"""Merge and split entities; propose, judge and decide merges."""
