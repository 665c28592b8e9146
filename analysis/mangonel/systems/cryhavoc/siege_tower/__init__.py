"""The attack with a siege tower."""
