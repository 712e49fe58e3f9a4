// Keep a tenant's marks and calibration as they are until the transaction ends; the calibration.
//
// access  write
// scans   a tenant's calibrations backwards, no more than one of them
// param   tenant       STRING
// column  calibration  MAP     the last one; null where there is none
CYPHER 25
MERGE (tenant:Tenant {tenant: $tenant})
  ON CREATE SET tenant.registry = 0
REMOVE tenant.checksum
WITH tenant
CALL (tenant) {
  OPTIONAL MATCH (calibration:Calibration)
    USING INDEX SEEK calibration:Calibration(tenant, version)
  WHERE calibration.tenant = tenant.tenant AND calibration.version > 0
  RETURN calibration
  ORDER BY calibration.tenant DESC, calibration.version DESC
  LIMIT 1
}
RETURN calibration {.version, .json, .at, .actor, .reason} AS calibration
