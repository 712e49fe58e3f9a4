"""The examples of the system prompt: what to keep and what to discard."""
