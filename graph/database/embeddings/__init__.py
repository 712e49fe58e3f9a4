"""The vectors of memories: stored, searched, changed to another model."""
