/* Filters the boards of an index page. */
"use strict";

(function () {
  const form = document.getElementById("filters");
  const cards = [...document.querySelectorAll("#boards > li")];
  const count = document.getElementById("count");
  const nothing = document.getElementById("nothing");
  const all = count.textContent;

  /** Whether a card is what the form asks for; a choice is "" for all, or "=" and the value. */
  function fits(card, wanted) {
    return [...wanted].every(([name, value]) => {
      const said = card.dataset[name];
      return name === "title" ? said.includes(value.trim().toLowerCase()) : !value || `=${said}` === value;
    });
  }

  function filter() {
    const wanted = new FormData(form);
    let shown = 0;
    for (const card of cards) {
      card.hidden = !fits(card, wanted);
      shown += card.hidden ? 0 : 1;
    }
    count.textContent = shown === cards.length ? all : `${shown} of ${all}`;
    nothing.hidden = shown > 0;
  }

  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(filter));
  form.hidden = cards.length < 2;
  filter(); // a browser may have kept what was chosen
})();
