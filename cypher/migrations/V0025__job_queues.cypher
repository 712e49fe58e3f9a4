// The queue of each tenant: who is served next, and which of its jobs.
//
// access  schema
CYPHER 25

// A tenant has one queue.
CREATE CONSTRAINT queue_tenant IF NOT EXISTS
FOR (it:Queue) REQUIRE it.tenant IS UNIQUE;

// The tenants with a job that is due, in turn.
CREATE INDEX queue_turn IF NOT EXISTS
FOR (it:Queue) ON (it.turn_at);

// Those that were served in the future, because the clock has gone back.
CREATE INDEX queue_served IF NOT EXISTS
FOR (it:Queue) ON (it.served_at);

// The jobs of a tenant that may be taken, the first of each session, by priority.
CREATE INDEX job_front IF NOT EXISTS
FOR (it:Job) ON (it.front, it.priority, it.due_at);

// When the next of them is due.
CREATE INDEX job_front_due IF NOT EXISTS
FOR (it:Job) ON (it.front, it.due_at);

// Those whose wait began in the future, because the clock has gone back.
CREATE INDEX job_front_set IF NOT EXISTS
FOR (it:Job) ON (it.front, it.due_set_at);

// The jobs of a session that are not done, in the order in which they were accepted.
CREATE INDEX job_line IF NOT EXISTS
FOR (it:Job) ON (it.tenant, it.line, it.number);
