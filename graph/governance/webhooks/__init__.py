"""Webhooks: receivers of what changes, and what they have been told."""
