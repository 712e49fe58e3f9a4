"""Commands for the upkeep of a store."""
