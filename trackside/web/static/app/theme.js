// Runs before anything is painted, so that no page ever flashes in the wrong theme.
try {
  const theme = JSON.parse(localStorage.getItem('trackside') ?? '{}').theme;
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  /* nothing kept, or nothing may be kept: the system's theme it is */
}
