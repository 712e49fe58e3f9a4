"""Relations with another end: claims that stand in two slots, beliefs that hold in both."""
