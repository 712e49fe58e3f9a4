// How many claims of each extractor are marked, how many right, and how sure they were stated.
//
// access  read
// tenant  all        it is for whoever runs the store, and names no tenant
// scans   everything that is marked
// param   limit      INTEGER   extractors, those with the most marks first
// column  extractor  STRING
// column  marked     INTEGER
// column  right      INTEGER
// column  stated     FLOAT     the mean
CYPHER 25
MATCH (sample:Sample)
  USING INDEX SEEK sample:Sample(extractor, correct, stated)
WHERE sample.extractor >= '' AND sample.correct IS NOT NULL AND sample.stated IS NOT NULL
RETURN sample.extractor AS extractor,
       count(*) AS marked,
       sum(CASE WHEN sample.correct THEN 1 ELSE 0 END) AS right,
       avg(sample.stated) AS stated
ORDER BY marked DESC, extractor
LIMIT $limit
