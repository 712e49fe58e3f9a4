"""Consents by subject and category, on both axes, and what falls when one is withdrawn."""
