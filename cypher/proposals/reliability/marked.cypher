// How many claims of each extractor are marked, and how many right, by stated confidence.
//
// access  read
// scans   all of a tenant's samples are wanted
// param   tenant     STRING
// column  extractor  STRING
// column  stated     FLOAT
// column  marked     INTEGER
// column  right      INTEGER
CYPHER 25
MATCH (sample:Sample)
  USING INDEX SEEK sample:Sample(tenant, memory)
WHERE sample.tenant = $tenant AND sample.memory IS NOT NULL AND sample.correct IS NOT NULL
WITH sample.extractor AS extractor, sample.stated AS stated, sample.correct AS correct
RETURN extractor, stated,
       count(*) AS marked,
       sum(CASE WHEN correct THEN 1 ELSE 0 END) AS right
ORDER BY extractor, stated
