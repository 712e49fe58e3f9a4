"""Commands about what waits for people: merges, conventions, memories, contradictions."""
