"""Import users' lists and folders: spreadsheets, workbooks, photographs in subfolders."""
