// Whether a value of a slot was rejected.
//
// access  schema
CYPHER 25
CREATE INDEX rejection_key IF NOT EXISTS
FOR (it:Rejection) ON (it.key)
