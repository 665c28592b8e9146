"""Reports on a survey: any number of rule sets on one scenario or many."""
