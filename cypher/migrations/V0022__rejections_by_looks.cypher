// Rejections are found by what their values look like.
//
// access  schema
CYPHER 25

// What stands rejected of a literal, or of the entities of a slot.
CREATE INDEX rejection_found_by IF NOT EXISTS
FOR (it:Rejection) ON (it.found_by);
