"""Exports: printed tables and sheets, spreadsheets, lists, and pictures to share."""
