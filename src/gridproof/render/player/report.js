/* Sorts the tables of a report, filters its runs, and shows so many at a time. */
"use strict";

(function () {
  const AT_A_TIME = 200;

  /** What a cell is sorted by: a number where it says one, else its text. */
  function key(row, column) {
    const cell = row.cells[column];
    const said = cell.dataset.value;
    return said === undefined ? cell.textContent : said === "" ? null : Number(said);
  }

  const inWords = new Intl.Collator("en", { numeric: true });

  /** Rows by a column; those that say nothing come last. */
  function sorted(rows, column, descending) {
    const sign = descending ? -1 : 1;
    const keyed = rows.map((row) => [key(row, column), row]);
    keyed.sort(([a], [b]) => {
      if (a === null || b === null) return (a === null) - (b === null);
      return sign * (typeof a === "number" ? a - b : inWords.compare(a, b));
    });
    return keyed.map(([, row]) => row);
  }

  /** Makes the heads of a table buttons; `show` is told of the rows in their new order. */
  function sortable(table, show) {
    const heads = [...table.tHead.rows[0].cells];
    let rows = [...table.tBodies[0].rows];
    for (const [column, head] of heads.entries()) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const descending = head.ariaSort === "ascending";
        for (const other of heads) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", descending ? "descending" : "ascending");
        rows = sorted(rows, column, descending);
        show(rows);
      });
    }
    return rows;
  }

  for (const table of document.querySelectorAll("table.sortable:not(#runs)")) {
    sortable(table, (rows) => table.tBodies[0].replaceChildren(...rows));
  }

  const table = document.getElementById("runs");
  if (table === null) return;
  const form = document.getElementById("filters");
  const count = document.getElementById("count");
  const more = document.getElementById("more");
  const body = table.tBodies[0];
  const all = count.textContent;
  let fitting = [];
  let shown = 0;

  function fits(row, wanted) {
    return wanted.every(([name, value]) => {
      const said = row.cells[table.dataset[name]].textContent;
      return name === "board" ? said.toLowerCase().includes(value) : said === value;
    });
  }

  /** Shows the first rows that fit, and as many more whenever they are asked for. */
  function filter() {
    const wanted = [...new FormData(form)]
      .map(([name, value]) => [name, name === "board" ? value.trim().toLowerCase() : value])
      .filter(([, value]) => value !== "");
    fitting = rows.filter((row) => fits(row, wanted));
    shown = 0;
    body.replaceChildren();
    extend();
    count.textContent = fitting.length === rows.length ? all : `${fitting.length} of ${all}`;
  }

  function extend() {
    body.append(...fitting.slice(shown, shown + AT_A_TIME));
    shown = Math.min(shown + AT_A_TIME, fitting.length);
    more.hidden = shown === fitting.length;
    more.textContent = `Show more: ${shown} of ${fitting.length} are shown`;
  }

  let rows = sortable(table, (ordered) => {
    rows = ordered;
    filter();
  });
  more.addEventListener("click", extend);
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = rows.length < 2;
  filter(); // a browser may have kept what was chosen
  table.classList.add("ready");
})();
