"""The sets of tiles that the house taught its reader."""
