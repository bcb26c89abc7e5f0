/** The badge for other people's pages: score, meter, phase and time as a few lines of text, without a drawing. */

import { type Asset, LANGUAGES } from "peak-cycle-drawing";
import { element } from "./shared/dom.js";
import { mount } from "./shared/mount.js";
import { CURRENT_PATH, EMBED_PATH, type WidgetState, widgetOf } from "./shared/widget.js";

/** What a badge shows. */
interface BadgeValues {
  /** 0..100, one decimal. */
  readonly score: string;
  /** 0 for the lowest, 4 for the highest. */
  readonly phase: number;
  /** `2026-11-21 10:00 UTC` */
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
function parse({ score, phase_key, updated_at, stale }: Answer[Asset]): BadgeValues {
  const phase = PHASE_KEYS.indexOf(phase_key);
  if (phase < 0 || !(score >= 0 && score <= 100)) throw RangeError();
  return {
    score: score.toFixed(1),
    phase,
    time: `${updated_at.slice(0, 16).replace("T", " ")} UTC`,
    isStale: stale,
  };
}

/** The build sets these from the texts and colors of the pictures: only what a badge shows, since every byte is downloaded. */
declare const __PEAK_BADGE_PHASES__: readonly string[];
declare const __PEAK_BADGE_TEXTS__: readonly string[];
declare const __PEAK_BADGE_COLORS__: readonly [light: string, dark: string];

/** From low to high. */
const PHASE_KEYS = __PEAK_BADGE_PHASES__;

/**
 * In the order of `LANGUAGES`: the title of crypto, `stale`, `unreachable`, `soon`, `unknown`, the phases from low to high,
 * separated by bars.
 */
const TEXTS = __PEAK_BADGE_TEXTS__;

/** The light and the dark colors, in hexadecimal digits: background, text, muted, border, and the phases from low to high. */
const COLORS = __PEAK_BADGE_COLORS__;

/** Shown where there is nothing to say yet, so that every line keeps its height. */
const NOTHING = "–";

/** Line for line what the picture of a badge shows: title or note, score, meter, phase or why there is none, time. */
function content({ latest, problems, language, asset }: WidgetState<BadgeValues>): readonly Element[] {
  const { score = NOTHING, phase, time = NOTHING, isStale } = latest;
  const [crypto, stale, unreachable, soon, unknown, ...phases] = (TEXTS[LANGUAGES.indexOf(language)] as string).split(
    "|",
  );
  const problem = problems.find(Boolean);
  if (problem === "soon" || problem === "unknown") return [element("p", `${problem === "soon" ? soon : unknown}`)];
  const note = problem ? unreachable : isStale && stale;
  const phaseName = phases[phase as number];
  return [
    element("p", (phaseName && note) || (asset === "crypto" ? `${crypto}` : "Bitcoin")),
    element("p", element("b", score.replace(".", language === "en" ? "." : ",")), " / 100"),
    element("hr"),
    element("strong", phaseName || note || NOTHING),
    element("p", time),
  ];
}

/**
 * Nothing of the page reaches inside, except that it hides its host; `direction` is no part of `all`, and every language
 * of a badge runs from left to right.
 */
function styles({ host, latest: { score, phase = 0 }, isDark }: WidgetState<BadgeValues>): string {
  const [background, text, muted, border, ...phases] = COLORS[+isDark as 0 | 1].split(" ");
  const color = phases[phase];
  const { size } = host.dataset;
  return `:host(:not([hidden])){display:block}div{all:initial;visibility:inherit;display:block;direction:ltr;max-width:${size === "sm" ? 194 : size === "lg" ? 374 : 294}px;padding:12px;border:1px solid #${border};border-radius:8px;font:12px/1.25 system-ui;overflow-wrap:anywhere;background:#${background};color:#${muted}}b{font-size:36px;color:#${text}}strong{font-size:15px;color:#${color}}hr{height:6px;border:0;background:linear-gradient(90deg,#${color} ${score}%,#${border} 0)}p{margin:4px 0 0}a{color:#${text}}`;
}

mount(
  "[data-nhci-badge]",
  widgetOf({
    endpoints: {
      btc: [[CURRENT_PATH, (body) => parse((body as Answer).btc)]],
      crypto: [[EMBED_PATH, (body) => parse((body as Answer).crypto)]],
    },
    styles,
    content,
    insert: (box, { root }) => root.replaceChildren(box),
  }),
);
