"""Stone throwers against a castle, day by day."""
