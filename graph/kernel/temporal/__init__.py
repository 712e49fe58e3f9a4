"""Pure functions from claims to beliefs, supersessions and contradictions; no I/O."""
