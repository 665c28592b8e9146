"""Men of the castle who come out to burn engines."""
