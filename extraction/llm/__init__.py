"""Language models: prompts, wire schema, prices, Claude and other providers."""
