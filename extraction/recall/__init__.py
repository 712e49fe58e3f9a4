"""Questions read: when they ask about, and their vector."""
