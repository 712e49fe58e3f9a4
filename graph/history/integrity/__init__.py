"""Check the five invariants, and rebuild derived data that violates them."""
