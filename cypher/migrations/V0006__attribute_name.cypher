// A tenant defines an attribute once.
//
// access  schema
CYPHER 25
CREATE CONSTRAINT attribute_name IF NOT EXISTS
FOR (it:Attribute) REQUIRE (it.tenant, it.name) IS UNIQUE
