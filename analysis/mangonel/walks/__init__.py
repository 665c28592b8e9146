"""The engine: processes of dice and decisions, learnt as tables and walked in four ways."""
