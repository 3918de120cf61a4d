"""Films of other families, told and compared with what happened."""
