/**
 * The scale from 0 to 100 that pages draw on: positions as classes, the numbers at its bounds and the phase names. A
 * page's policy allows no style attributes, so the style sheet has a class for each whole number and each tenth. An
 * element with `positionClass(38.4)` is 38.4 % from the left of its parent.
 */
import { type Language, PHASES, phaseName } from "peak-cycle-drawing";
import type { PhaseKey } from "peak-cycle-model";
import { type Html, html } from "./html.js";
import { styleSheet } from "./style.js";

export function positionClass(value: number): string {
  const tenths = Math.round(10 * Math.max(0, Math.min(100, value)));
  const tenth = tenths % 10;
  return `p${Math.floor(tenths / 10)}${tenth === 0 ? "" : ` d${tenth}`}`;
}

export function scaleNumbers(numbers: readonly number[] = [0, 20, 40, 60, 80, 100]): Html {
  const spans = numbers.map((number) => html`<span class="${positionClass(number)}">${number}</span>`);
  return html`<div class="numbers">${spans}</div>`;
}

/** Long and short names; the style shows the ones that fit. */
export function phaseNames(language: Language, current: PhaseKey | undefined): Html {
  const names = PHASES.map(({ key }) => {
    const [long, short] = [phaseName(key, language), phaseName(key, language, true)];
    return html`<span class="${key}${key === current ? " on" : ""}"><b>${long}</b><i>${short}</i></span>`;
  });
  return html`<div class="names">${names}</div>`;
}

export const SCALE_STYLE = [
  styleSheet("./scale.css", import.meta.url),
  ...Array.from({ length: 101 }, (_, i) => `.p${i}{--p:${i};left:calc((var(--p) + var(--d,0))*1%)}`),
  ...Array.from({ length: 9 }, (_, i) => `.d${i + 1}{--d:.${i + 1}}`),
].join("");
