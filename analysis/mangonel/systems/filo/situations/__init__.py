"""Single rolls: combat, fire, tests, leaders, initiative, and what results make of units."""
