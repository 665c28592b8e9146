"""Charts: functions that take results and return the Axes they drew on.

``ax`` are Axes whose place is used, with title and labels; by default a new figure. ``title`` is by default the
finding.
"""
