"""Questions read: the period that they name, who asks, and their vector."""
