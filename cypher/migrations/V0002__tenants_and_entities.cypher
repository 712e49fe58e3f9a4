// Tenants with their attributes, and entities with their names.
//
// access  schema
CYPHER 25

// One node for each tenant: its registry's version and its last system time.
CREATE CONSTRAINT tenant_name IF NOT EXISTS
FOR (it:Tenant) REQUIRE it.tenant IS UNIQUE;

// A tenant defines an attribute once.
CREATE CONSTRAINT attribute_name IF NOT EXISTS
FOR (it:Attribute) REQUIRE (it.tenant, it.name) IS UNIQUE;

// An entity is found by its id.
CREATE CONSTRAINT entity_id IF NOT EXISTS
FOR (it:Entity) REQUIRE it.id IS UNIQUE;

// Entities of one kind.
CREATE INDEX entity_kind IF NOT EXISTS
FOR (it:Entity) ON (it.tenant, it.kind);

// Lists a tenant's entities in order of their names.
CREATE INDEX entity_listed IF NOT EXISTS
FOR (it:Entity) ON (it.tenant, it.name);

// Serves an export: a tenant's entities in the order in which they were made.
CREATE INDEX entity_created IF NOT EXISTS
FOR (it:Entity) ON (it.tenant, it.created_at, it.id);

// One spelling key of a tenant is one Name, however many entities it leads to.
CREATE CONSTRAINT name_key IF NOT EXISTS
FOR (it:Name) REQUIRE (it.tenant, it.key) IS UNIQUE;

// Finds names by their words, in any spelling of accents; the tenant stands in the index with them.
CREATE FULLTEXT INDEX name_words IF NOT EXISTS
FOR (it:Name) ON EACH [it.tenant, it.key]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}};
