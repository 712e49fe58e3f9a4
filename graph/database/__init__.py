"""The Neo4j driver, sessions, statements, migrations and result rows."""
