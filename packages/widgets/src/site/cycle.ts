/**
 * The long chart of the front page: its points are read by pointer, finger and keyboard. The ranges are links that the server
 * answers. Without this script only the readings are missing, and the buttons that copy.
 */

import { type CycleChartData, languageOf } from "peak-cycle-drawing";
import { pointReader } from "../shared/point-reader.js";
import { say } from "../shared/say.js";
import { type ReadingWords, readingsOf } from "./cycle/readings.js";

/** What the page holds for this script: the chart as the server has drawn it. */
interface Shown extends CycleChartData {
  readonly words: ReadingWords;
}

/** An element that every page with this script has. */
function one(selector: string): HTMLElement {
  return document.querySelector(selector) as HTMLElement;
}

const { words, ...data }: Shown = JSON.parse(one("#shown").textContent ?? "");
const plot = one(".whole .plot");
const reader = pointReader(plot);
plot.ariaLabel = plot.dataset["name"] ?? "";
plot.setAttribute("aria-description", plot.dataset["keys"] ?? "");
reader.refresh(readingsOf(data, { plot, language: languageOf(document.documentElement.lang), words }));
document.addEventListener("pointerdown", ({ target }) => {
  if (!plot.contains(target as Node)) reader.hide();
});

for (const button of document.querySelectorAll<HTMLButtonElement>(".copy")) {
  if (!("clipboard" in navigator)) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(location.href);
    say(button, button.dataset["copied"] ?? "");
  });
}
