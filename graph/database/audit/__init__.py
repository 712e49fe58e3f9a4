"""The audit as a chain: seal its records, verify them, export them, redact reasons."""
