// All versions of a tenant's calibration, in order.
//
// access  read
// scans   all of a tenant's calibrations are wanted
// param   tenant   STRING
// column  version  INTEGER
// column  json     STRING
// column  at       ZONED DATETIME
// column  actor    STRING
// column  reason   STRING
CYPHER 25
MATCH (calibration:Calibration)
  USING INDEX SEEK calibration:Calibration(tenant, version)
WHERE calibration.tenant = $tenant AND calibration.version > 0
RETURN calibration.version AS version,
       calibration.json AS json,
       calibration.at AS at,
       calibration.actor AS actor,
       calibration.reason AS reason
ORDER BY version
