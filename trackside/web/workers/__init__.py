"""Bot processes, background threads and supervised tasks."""
