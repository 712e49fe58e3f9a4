"""The lines of an export, each kind defined once: for the export and for the restore."""
