// What is of a tenant is found by the tenant, whatever the size of the rest: an erasure reads all of it.
//
// access  schema
// tenant  all     the schema spans tenants
CYPHER 25

CREATE INDEX counter_tenant IF NOT EXISTS
FOR (it:Counter) ON (it.tenant);

CREATE INDEX operation_tenant IF NOT EXISTS
FOR (it:Operation) ON (it.tenant);

CREATE INDEX receipt_tenant IF NOT EXISTS
FOR (it:Receipt) ON (it.tenant);
