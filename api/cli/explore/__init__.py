"""The command explore: a service is found or started, and its page opened."""
