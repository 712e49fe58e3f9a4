"""Who may know what: consent, erasure, revoked access."""
