"""The write gate: what becomes a claim, what waits for a person, and what is refused. Pure."""
