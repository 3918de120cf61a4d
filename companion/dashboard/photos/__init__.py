"""Pages of photographs: uploaded, read, corrected, kept in memory."""
