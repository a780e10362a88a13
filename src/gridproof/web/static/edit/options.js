/* The title and the options of the board, as fields. */

import { element, setting } from "../app.js";
import { $, board, edit, now, whenChanged } from "./state.js";

/** Makes the fields of the game in hand. */
export function fillOptions() {
  const fields = now.palette.options.map((option) => {
    const input = setting(option, "not set");
    input.addEventListener("change", () => edit(["set", option.name, input.value]));
    return element("div", { class: "field" },
      element("label", { for: input.id, text: option.name }),
      input,
      element("p", { id: `about-${option.name}`, class: "quiet", text: option.summary.replaceAll("`", "") }));
  });
  $("options").replaceChildren(...fields);
  $("rules-of-board").hidden = !fields.length;
}

whenChanged(() => {
  const { options, info } = board().draft;
  for (const { name, default: value } of now.palette.options) {
    const field = $(`option-${name}`);
    if (field !== document.activeElement) field.value = options[name] ?? value; // else somebody types
  }
  if ($("title") !== document.activeElement) $("title").value = info.title || "";
});
$("title").addEventListener("change", () => edit(["title", $("title").value]));
