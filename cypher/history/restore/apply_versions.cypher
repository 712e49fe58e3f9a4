// Write policies and calibrations of a tenant as a file has them.
//
// A version that the tenant has stays as it is.
//
// access  write
// param   tenant        STRING
// param   policies      LIST<MAP>      version, json, at, actor, reason
// param   calibrations  LIST<MAP>      the same
// column  policies      LIST<INTEGER>  the versions that were there
// column  calibrations  LIST<INTEGER>  likewise
CYPHER 25
MERGE (tenant:Tenant {tenant: $tenant})
  ON CREATE SET tenant.registry = 0
SET tenant.registry = tenant.registry + 1
WITH tenant
CALL () {
  UNWIND $policies AS row
  OPTIONAL MATCH (there:Policy {tenant: $tenant, version: row.version})
    USING INDEX SEEK there:Policy(tenant, version)
  WITH row, there IS NOT NULL AS known
  CALL (row, known) {
    WITH row
    WHERE NOT known
    CREATE (policy:Policy)
    SET policy = row, policy.tenant = $tenant
  }
  RETURN collect(CASE WHEN known THEN row.version END) AS policies
}
CALL () {
  UNWIND $calibrations AS row
  OPTIONAL MATCH (there:Calibration {tenant: $tenant, version: row.version})
    USING INDEX SEEK there:Calibration(tenant, version)
  WITH row, there IS NOT NULL AS known
  CALL (row, known) {
    WITH row
    WHERE NOT known
    CREATE (calibration:Calibration)
    SET calibration = row, calibration.tenant = $tenant
  }
  RETURN collect(CASE WHEN known THEN row.version END) AS calibrations
}
RETURN policies, calibrations
