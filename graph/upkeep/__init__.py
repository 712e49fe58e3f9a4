"""Upkeep of a store: tasks that run on a schedule, by one owner at a time."""
