"""Commands of who governs a tenant: policy, consent, sources that turned out bad."""
