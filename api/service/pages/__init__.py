"""Pages for browsers: their files, and how one signs in."""
