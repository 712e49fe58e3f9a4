"""What a token gives, until it expires or is revoked."""
