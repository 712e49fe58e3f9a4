// What a tenant's extractor consumed on a day is counted in one place, and found by the day.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT tally_day IF NOT EXISTS
FOR (it:Tally) REQUIRE (it.tenant, it.day, it.extractor) IS UNIQUE
