// Recall: words of memories, rules, and what was recalled.
//
// access  schema
CYPHER 25

// Finds memories by their words, in English stems; the tenant stands in the index with them.
CREATE FULLTEXT INDEX memory_words IF NOT EXISTS
FOR (it:Memory) ON EACH [it.tenant, it.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};

// Finds the constraints and conventions of a tenant. Only those are in the index.
CREATE INDEX memory_rule IF NOT EXISTS
FOR (it:Memory) ON (it.tenant, it.rule, it.admitted_at);

// A recall is found by its id.
CREATE CONSTRAINT recall_id IF NOT EXISTS
FOR (it:Recall) REQUIRE it.id IS UNIQUE;

// A tenant's recalls, by time.
CREATE INDEX recall_at IF NOT EXISTS
FOR (it:Recall) ON (it.tenant, it.at, it.id);
