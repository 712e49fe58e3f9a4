"""Export a tenant's complete history as an ordered stream of JSON Lines."""
