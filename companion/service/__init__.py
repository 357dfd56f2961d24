"""The web service: commands up, snapshots down."""
