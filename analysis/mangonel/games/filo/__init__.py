"""The system of ¡Al filo de la Espada!: one counter is a unit of some hundred men."""
