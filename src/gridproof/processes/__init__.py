"""Worker processes: started, limited, watched and ended."""
