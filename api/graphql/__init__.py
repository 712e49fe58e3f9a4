"""The GraphQL schema: queries, mutations, limits and errors."""
