// Runs before the page is drawn, so that a chosen theme never flashes. Without a choice the system decides.
(() => {
  try {
    const theme = localStorage.getItem("gridlock.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // No storage: the system's theme it is.
  }
})();
