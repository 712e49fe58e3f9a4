// Finds the rejections that concern one entity.
//
// access  schema
CYPHER 25
CREATE INDEX rejection_entity IF NOT EXISTS
FOR (it:Rejection) ON (it.tenant, it.entity, it.rejected_at)
