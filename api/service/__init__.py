"""The HTTP service: application, endpoint, tokens and workers."""
