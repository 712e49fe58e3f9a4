// Sheets of a tenant, the oldest first, with the memories that were drawn and their marks.
//
// access  read
// scans   a tenant's sheets from a place on
// param   tenant    STRING
// param   open      BOOLEAN         only those with a memory that nobody has marked
// param   after     ZONED DATETIME  when the last one seen was drawn
// param   limit     INTEGER
// column  drawn_at  ZONED DATETIME
// column  samples   LIST<MAP>       memory, extractor, stated, correct, marked_at, actor
CYPHER 25
MATCH (sample:Sample)
  USING INDEX SEEK sample:Sample(tenant, drawn_at)
WHERE sample.tenant = $tenant AND sample.drawn_at > $after
WITH sample
ORDER BY sample.drawn_at, sample.memory
WITH sample.drawn_at AS drawn_at,
     collect(sample {.memory, .extractor, .stated, .correct, .marked_at, .actor}) AS samples
WHERE NOT $open OR any(one IN samples WHERE one.correct IS NULL)
RETURN drawn_at, samples
ORDER BY drawn_at
LIMIT $limit
