/** The badge for other people's pages: score, phase, time and ruler as a few lines of text, without a drawing. */

import { type Asset, LANGUAGES, MINUTE } from "peak-cycle-drawing";
import { element } from "./shared/dom.js";
import { head, headStyles } from "./shared/head.js";
import { mount } from "./shared/mount.js";
import { CURRENT_PATH, type WidgetState, widgetOf } from "./shared/widget.js";

/** What a badge shows. */
interface BadgeValues {
  /** 0..100 */
  readonly score: number;
  /** 0 for the lowest, 4 for the highest. */
  readonly phase: number;
  /** ISO 8601 */
  readonly time: string;
  readonly isStale: boolean;
}

/** An answer of the API, as far as a badge shows it; only that for embeds says as much of crypto. */
type Answer = Readonly<
  Record<
    Asset,
    { readonly score: number; readonly phase_key: string; readonly updated_at: string; readonly stale: boolean }
  >
>;

/** @throws TypeError or RangeError when it is not such an answer */
function parse({ score, phase_key, updated_at: time, stale }: Answer[Asset]): BadgeValues {
  const phase = PHASE_KEYS.indexOf(phase_key);
  if (!(phase >= 0 && score >= 0 && score <= 100 && Date.parse(time))) throw RangeError();
  return { score, phase, time, isStale: stale };
}

/** The build sets these from the texts and colors of the pictures: only what a badge shows, since every byte is downloaded. */
declare const __PEAK_BADGE_PHASES__: readonly string[];
declare const __PEAK_BADGE_TEXTS__: readonly string[];
declare const __PEAK_BADGE_COLORS__: readonly [light: string, dark: string];

/** From low to high. */
const PHASE_KEYS = __PEAK_BADGE_PHASES__;

/** In the order of `LANGUAGES`: the name of either asset, `unreachable`, `soon`, `unknown`, the phases from low to high, separated by bars. */
const TEXTS = __PEAK_BADGE_TEXTS__;

/** The light and the dark colors: background, text, muted, border, and those of the phases from low to high. */
const COLORS = __PEAK_BADGE_COLORS__;

/** What the picture of a badge shows, in its order. */
function content({ latest, problems, language, asset }: WidgetState<BadgeValues>): readonly Element[] {
  const { score, phase, time, isStale } = latest;
  const [bitcoin = "", crypto = "", unreachable = "", soon = "", unknown = "", ...phases] = textsIn(language);
  const [problem] = problems;
  if (problem && problem !== "unreachable") return [element("p", problem === "soon" ? soon : unknown)];
  const note = problem ? unreachable : isStale && "> 2 h";
  const clock = time ? new Date(time).toLocaleString(language, MINUTE) : "";
  return [
    head({
      name: asset === "crypto" ? crypto : bitcoin,
      score: score?.toLocaleString(language, { minimumFractionDigits: 1 }),
      phase: phases[phase as number] ?? (note || "–"),
      line: clock && (note ? `▲ ${note}: ${clock}` : clock),
    }),
  ];
}

function textsIn(language: WidgetState<BadgeValues>["language"]): readonly string[] {
  return (TEXTS[LANGUAGES.indexOf(language)] as string).split("|");
}

/**
 * Nothing of the page reaches inside, except that it hides its host; `direction` is no part of `all`, and every language
 * of a badge runs from left to right.
 */
function styles({ host, latest, problems, isDark }: WidgetState<BadgeValues>): string {
  const [background, text = "", muted = "", border, ...phases] = COLORS[+isDark as 0 | 1].split(" ");
  const { score, phase: index, isStale: isOld } = latest;
  const { size } = host.dataset;
  return `:host(:not([hidden])){display:block}div{all:initial;visibility:inherit;display:block;direction:ltr;max-width:${size === "sm" ? 218 : size === "lg" ? 398 : 318}px;border:1px solid ${border};border-radius:8px;font:12px/1.25 system-ui;overflow-wrap:anywhere;background:${background};color:${muted}}p{margin:0;padding:8px 16px}header~p{border-top:1px solid ${border}}a{color:${text}}${headStyles({ score, index, isOld, text, muted, phases, warns: isOld || problems[0] })}`;
}

mount(
  "[data-nhci-badge]",
  widgetOf({
    endpoints: [[CURRENT_PATH, (body, asset) => parse((body as Answer)[asset])]],
    styles,
    content,
    insert: (box, { root }) => root.replaceChildren(box),
  }),
);
