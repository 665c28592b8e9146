"""What the odds sheets of this game say."""
