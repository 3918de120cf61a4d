"""What each tile shows, as beliefs over the faces."""
