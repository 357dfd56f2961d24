"""The sense of weight: from raw counts to which alien stands where."""
