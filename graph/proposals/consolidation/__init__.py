"""Consolidation: memories that say nearly the same in other words become one, without loss."""
