// What is searched by words or vectors is indexed beside the transactions that write beliefs, not in
// them: Lucene took more of a commit than everything else.
//
// Full-text indexes follow the commit; who searches waits until they have what was committed before.
// The indexes of vectors filter by what never changes when a belief ends. They are dropped here, and
// made anew by whoever next makes vectors: their dimension is the model's.
//
// access  schema
// tenant  all     the schema spans tenants
CYPHER 25

DROP INDEX memory_words IF EXISTS;

CREATE FULLTEXT INDEX memory_words IF NOT EXISTS
FOR (it:Memory) ON EACH [it.tenant, it.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: true}};

DROP INDEX turn_words IF EXISTS;

CREATE FULLTEXT INDEX turn_words IF NOT EXISTS
FOR (it:Turn) ON EACH [it.tenant, it.speaker, it.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: true}};

DROP INDEX name_words IF EXISTS;

CREATE FULLTEXT INDEX name_words IF NOT EXISTS
FOR (it:Name) ON EACH [it.tenant, it.key]
OPTIONS {
  indexConfig: {`fulltext.analyzer`: 'standard-folding', `fulltext.eventually_consistent`: true}
};

DROP INDEX memory_vector_a IF EXISTS;

DROP INDEX memory_vector_b IF EXISTS;
