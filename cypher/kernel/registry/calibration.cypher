// A calibration of a tenant: that of a version, or the last one; nothing where there is none.
//
// access  read
// scans   a tenant's calibrations backwards, no more than one of them
// param   tenant   STRING
// param   version  INTEGER         null: the last one
// column  version  INTEGER
// column  json     STRING
// column  at       ZONED DATETIME
// column  actor    STRING
// column  reason   STRING
CYPHER 25
MATCH (calibration:Calibration)
  USING INDEX SEEK calibration:Calibration(tenant, version)
WHERE calibration.tenant = $tenant
  AND calibration.version > 0
  AND ($version IS NULL OR calibration.version = $version)
WITH calibration
ORDER BY calibration.tenant DESC, calibration.version DESC
LIMIT 1
RETURN calibration.version AS version,
       calibration.json AS json,
       calibration.at AS at,
       calibration.actor AS actor,
       calibration.reason AS reason
