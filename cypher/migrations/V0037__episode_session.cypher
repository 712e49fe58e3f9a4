// What was said before, in one session.
//
// access  schema
CYPHER 25
CREATE INDEX episode_session IF NOT EXISTS
FOR (it:Episode) ON (it.tenant, it.session, it.occurred_at)
