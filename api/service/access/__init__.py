"""Who may come in: own tokens, and those of an identity provider."""
