// Receivers of what changes, and the changes that they could not be told.
//
// access  schema
CYPHER 25

// A webhook is found by its id.
CREATE CONSTRAINT webhook_id IF NOT EXISTS
FOR (it:Webhook) REQUIRE (it.tenant, it.id) IS UNIQUE;

// Those that may be due, of all tenants.
CREATE INDEX webhook_due IF NOT EXISTS
FOR (it:Webhook) ON (it.due_at);

// A change is one dead letter of a webhook.
CREATE CONSTRAINT dead_letter_place IF NOT EXISTS
FOR (it:DeadLetter) REQUIRE (it.tenant, it.webhook, it.sequence, it.at) IS UNIQUE;

// Lists those of a webhook.
CREATE INDEX dead_letter_webhook IF NOT EXISTS
FOR (it:DeadLetter) ON (it.tenant, it.webhook);
