// Finds names by their words, in any spelling of accents; the tenant stands in the index with them.
//
// access  schema
CYPHER 25
CREATE FULLTEXT INDEX name_words IF NOT EXISTS
FOR (it:Name) ON EACH [it.tenant, it.key]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}}
