// Lists a tenant's rejections in order.
//
// access  schema
CYPHER 25
CREATE INDEX rejection_listed IF NOT EXISTS
FOR (it:Rejection) ON (it.tenant, it.rejected_at)
