// Delete the revocations of tokens that have expired by themselves.
//
// access  write
// tenant  all      expiry is not a tenant's
// scans   those that are over
// param   now      ZONED DATETIME
// column  deleted  INTEGER
CYPHER 25
MATCH (revocation:TokenRevocation)
  USING INDEX SEEK revocation:TokenRevocation(until)
WHERE revocation.until <= $now
DELETE revocation
RETURN count(*) AS deleted
