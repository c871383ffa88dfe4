// Runs before the first paint, so that the chosen theme doesn't flash. The default is the system's theme.
(() => {
  try {
    const theme = localStorage.getItem("gridlock.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // No storage: use the system's theme.
  }
})();
