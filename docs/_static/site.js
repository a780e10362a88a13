/* Pages in frames follow the choice of colours that the site's theme keeps in the body. */

"use strict";

/** Sets the colours of a page in a frame to those of the site. */
function follow(frame) {
  const root = frame.contentDocument?.documentElement;
  const { theme } = document.body.dataset;
  if (!root || !theme) return;
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
}

/** Makes a frame as high as the page in it. */
function fit(frame) {
  const body = frame.contentDocument?.body;
  if (body) frame.style.height = `${Math.ceil(body.getBoundingClientRect().height) + 1}px`;
}

const frames = [...document.querySelectorAll("iframe[srcdoc]")];
for (const frame of frames) {
  frame.addEventListener("load", () => {
    follow(frame);
    if (frame.matches(".page")) fit(frame);
  });
  follow(frame);
}
new MutationObserver(() => frames.forEach(follow)).observe(document.body, {
  attributeFilter: ["data-theme"],
});
