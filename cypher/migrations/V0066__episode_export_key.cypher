// Finds an episode that came from a file by what the file called it.
//
// access  schema
CYPHER 25
CREATE INDEX episode_export_key IF NOT EXISTS
FOR (it:Episode) ON (it.tenant, it.export_key)
