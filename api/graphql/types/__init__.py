"""The GraphQL types and inputs, by subject."""
