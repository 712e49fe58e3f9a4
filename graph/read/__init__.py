"""Everything that can be asked of the store, as of both axes."""
