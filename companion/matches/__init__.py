"""The live table: matches and hands as they are recorded, without a camera or with one."""
