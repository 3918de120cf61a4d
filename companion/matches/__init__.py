"""The live table: matches and hands as they are told, without a camera or with one."""
