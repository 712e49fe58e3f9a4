// Consents of subjects, by category; and merge proposals in order, for an export.
//
// access  schema
CYPHER 25

// A record is found by its id.
CREATE CONSTRAINT consent_id IF NOT EXISTS
FOR (it:Consent) REQUIRE (it.tenant, it.id) IS UNIQUE;

// What a subject has said.
CREATE INDEX consent_subject IF NOT EXISTS
FOR (it:Consent) ON (it.tenant, it.subject);

// Lists a tenant's in order of recording, for an export.
CREATE INDEX consent_recorded IF NOT EXISTS
FOR (it:Consent) ON (it.tenant, it.system_from, it.id);

// Withdrawals that are not at their end; no other is in the index.
CREATE INDEX consent_withdrawing IF NOT EXISTS
FOR (it:Consent) ON (it.withdrawing);

// Lists all of a tenant's in the order proposed.
CREATE INDEX merge_proposal_recorded IF NOT EXISTS
FOR (it:MergeProposal) ON (it.tenant, it.proposed_at, it.id);
