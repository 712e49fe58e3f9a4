"""Whose words a message consists of: its parts, each with whose it is, before anybody reads it."""
