"""A language model on this machine: its files, its server, its prompt, and what becomes of it."""
