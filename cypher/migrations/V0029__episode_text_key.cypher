// Episodes of the same text.
//
// access  schema
CYPHER 25
CREATE INDEX episode_text_key IF NOT EXISTS
FOR (it:Episode) ON (it.tenant, it.text_key)
