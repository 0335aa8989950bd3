// Theme setup before the first paint, so that no page flashes in the wrong theme.
try {
  const theme = JSON.parse(localStorage.getItem('trackside') ?? '{}').theme;
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  /* nothing is stored, or storage is blocked: use the system's theme */
}
