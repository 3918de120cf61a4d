"""Lists and folders as people have them: spreadsheets, workbooks, photographs in subfolders."""
