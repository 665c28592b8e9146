"""The Cry Havoc / Siege / Croisades family: one counter is one man."""
