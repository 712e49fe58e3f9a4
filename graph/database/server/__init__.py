"""Fetch, start, share and stop the embedded Neo4j server."""
