"""What sends the changes to the receivers of webhooks, beside the service."""
