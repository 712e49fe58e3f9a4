// Record that a claim was refused.
//
// access  write
// param   tenant   STRING
// param   audit    MAP      properties of its record
// column  written  INTEGER
CYPHER 25
CREATE (audit:Audit)
SET audit = $audit, audit.tenant = $tenant, audit.unsealed = $tenant
RETURN count(audit) AS written
