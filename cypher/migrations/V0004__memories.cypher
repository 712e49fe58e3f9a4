// Memories: claims, and what waits to become one.
//
// access  schema
CYPHER 25

// One memory for each id. It lists a tenant's memories too, so one index is written, not two.
CREATE CONSTRAINT memory_of_tenant IF NOT EXISTS
FOR (memory:Memory) REQUIRE (memory.tenant, memory.id) IS UNIQUE;

// The claims about one entity.
CREATE INDEX memory_entity IF NOT EXISTS
FOR (it:Memory) ON (it.tenant, it.entity);

// The claims that lead to an entity: those that a merge or a split of it moves.
CREATE INDEX memory_target IF NOT EXISTS
FOR (it:Memory) ON (it.target, it.retired_at);

// Finds the live claims of a slot, newest start first.
CREATE INDEX memory_slot_live IF NOT EXISTS
FOR (memory:Memory) ON (memory.slot, memory.retired_at, memory.start);

// Tells whether older claims of a slot matter to a window of newer ones.
CREATE INDEX memory_slot_reach IF NOT EXISTS
FOR (memory:Memory) ON (memory.slot, memory.retired_at, memory.reach);

// Tells whether older claims of a slot matter to a window of newer ones.
CREATE INDEX memory_slot_said_at IF NOT EXISTS
FOR (memory:Memory) ON (memory.slot, memory.retired_at, memory.said_at);

// Finds the claims that stand in a slot from the other end of a relation.
CREATE INDEX memory_other_slot IF NOT EXISTS
FOR (memory:Memory) ON (memory.other_slot, memory.retired_at);

// Finds the claims that once stood in a slot from the other end of a relation.
CREATE INDEX stood_in_other_slot IF NOT EXISTS
FOR ()-[it:STOOD_IN]-() ON (it.other_slot);

// Memories that wait in a slot are found by its parent.
CREATE INDEX memory_parent_held IF NOT EXISTS FOR (it:Memory) ON (it.parent_held);

// Finds the memories of a session, in order of their ids. Only those that have one are in the index.
CREATE INDEX memory_session IF NOT EXISTS
FOR (it:Memory) ON (it.tenant, it.session, it.id);

// Finds the memories of a speaker, in order of their ids. Only those that have one are in the index.
CREATE INDEX memory_speaker IF NOT EXISTS
FOR (it:Memory) ON (it.tenant, it.speaker, it.id);

// Finds the memories of one version of an extractor, in order of their ids. Only those that have one are in the index.
CREATE INDEX memory_extractor IF NOT EXISTS
FOR (it:Memory) ON (it.tenant, it.extractor, it.id);

// Serves an export: a tenant's memories in order of recording.
CREATE INDEX memory_recorded IF NOT EXISTS
FOR (it:Memory) ON (it.tenant, it.recorded_at, it.id);

// Serves an export: a tenant's memories in the order in which they ceased to be claims. Only those
// that did are in the index.
CREATE INDEX memory_retired IF NOT EXISTS
FOR (it:Memory) ON (it.tenant, it.retired_at, it.id, it.retired_reason);

// Each memory has one counter, apart from it, so that counting never waits for writing.
CREATE CONSTRAINT counter_memory IF NOT EXISTS
FOR (it:Counter) REQUIRE it.memory IS UNIQUE;
