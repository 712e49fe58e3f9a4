// Register a webhook, with a line in the audit, unless the tenant has as many as it may have.
//
// access  write
// scans   the webhooks of the tenant, which are few
// param   tenant  STRING
// param   webhook MAP      properties
// param   most    INTEGER  webhooks of a tenant
// param   audit   MAP      properties of its record
// column  there   INTEGER  how many there were
CYPHER 25
MERGE (owner:Tenant {tenant: $tenant})
  ON CREATE SET owner.registry = 0
REMOVE owner.checksum
WITH owner, COUNT {
  MATCH (it:Webhook)
    USING INDEX SEEK it:Webhook(tenant, id)
  WHERE it.tenant = $tenant AND it.id IS NOT NULL
} AS there
CALL (there) {
  WITH there
  WHERE there < $most
  CREATE (it:Webhook)
  SET it = $webhook, it.tenant = $tenant
  CREATE (audit:Audit)
  SET audit = $audit, audit.tenant = $tenant, audit.unsealed = $tenant
}
RETURN there AS there
