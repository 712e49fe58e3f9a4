"""Commands about what is proposed to people: merges, conventions, memories that wait."""
