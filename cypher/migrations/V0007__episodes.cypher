// Episodes: the messages and documents that memories cite.
//
// access  schema
CYPHER 25

// An episode is found by its id.
CREATE CONSTRAINT episode_id IF NOT EXISTS
FOR (it:Episode) REQUIRE it.id IS UNIQUE;

// A message that arrives twice is one episode.
CREATE CONSTRAINT episode_key IF NOT EXISTS
FOR (it:Episode) REQUIRE it.key IS UNIQUE;

// Episodes of the same text.
CREATE INDEX episode_text_key IF NOT EXISTS
FOR (it:Episode) ON (it.tenant, it.text_key);

// What was said before, in one session.
CREATE INDEX episode_session IF NOT EXISTS
FOR (it:Episode) ON (it.tenant, it.session, it.occurred_at);

// Serves an export: a tenant's episodes in order of recording.
CREATE INDEX episode_recorded IF NOT EXISTS
FOR (it:Episode) ON (it.tenant, it.recorded_at, it.id);

// Finds an episode that came from a file by what the file called it.
CREATE INDEX episode_export_key IF NOT EXISTS
FOR (it:Episode) ON (it.tenant, it.export_key);
