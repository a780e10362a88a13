// Puts the chosen colours on the page before anything is drawn.
"use strict";
try {
  const theme = localStorage.getItem("gridproof-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // without storage the page follows the reader's preference
}
