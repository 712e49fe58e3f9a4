"""Commands of who governs a tenant: policy, consent, what is taken back, bad sources."""
