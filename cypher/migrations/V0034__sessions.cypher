// A session is a node, and what was said in it leads there: from a memory its evidence is one step, and
// the session of it another. The property of the episode stays, for what reads a session in order.
//
// An episode that leads to its session already is left as it is, wherever this was interrupted.
//
// access  schema
// tenant  all     the data of every tenant is brought to this version
// scans   everything, once
CYPHER 25

// A name is one session in each scope of a tenant, so that a private one is tied to nothing of others.
// The scope is an empty text where it is the common one: a constraint passes over what is missing.
CREATE CONSTRAINT session_name IF NOT EXISTS
FOR (it:Session) REQUIRE (it.tenant, it.name, it.scope) IS UNIQUE;

// access  write
MATCH (episode:Episode)
WHERE episode.session IS NOT NULL AND NOT EXISTS { MATCH (episode)-[:IN]->() }
CALL (episode) {
  MERGE (session:Session {
    tenant: episode.tenant, name: episode.session, scope: coalesce(episode.scope, '')
  })
  CREATE (episode)-[:IN {tenant: episode.tenant}]->(session)
} IN TRANSACTIONS OF 5000 ROWS;
