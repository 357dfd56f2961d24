"""The tablet pages (static files)."""
