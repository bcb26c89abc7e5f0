import {
  type ChartView,
  type ColorTokens,
  DARK,
  daysPanels,
  daysTable,
  flagText,
  formatScore,
  formatTime,
  LIGHT,
  movedText,
  nameOf,
  PHASE_KEYS,
  panelsHeight,
  parseCurrent,
  parseHistory,
  translate,
  tree,
} from "peak-cycle-drawing";
import { daysReader, readerStyles } from "./shared/days-reader.js";
import { draw, element } from "./shared/dom.js";
import { head, headStyles } from "./shared/head.js";
import { mount, type OpenWidget } from "./shared/mount.js";
import { CURRENT_PATH, type WidgetState, widgetOf } from "./shared/widget.js";

/** The script of the chart for other people's pages: the drawing that pictures show, with a crosshair and a table for screen readers. */
const openChart: OpenWidget = (host, root) => {
  let guard: MutationObserver;
  const reader = daysReader(() => guard.takeRecords());
  const { update, close } = widgetOf<ChartValues>({
    endpoints: [
      [CURRENT_PATH, (...answer) => ({ now: required(parseCurrent(...answer)) })],
      [`${CURRENT_PATH}/history`, (...answer) => ({ days: required(parseHistory(...answer)) })],
    ],
    styles,
    content,
    insert(box, state, newGuard) {
      const focused = root.activeElement?.localName;
      guard = newGuard;
      root.replaceChildren(box);
      box.querySelector("section")?.append(reader.element);
      reader.refresh(viewOf(state), { width: widthFor(state) }, state.language);
      if (focused) root.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true });
    },
  })(host, root);
  // Drawing inside the callback could loop; and a frame later the host may have been closed.
  const sizes = new ResizeObserver(() => requestAnimationFrame(() => root.querySelector("div") && update()));
  sizes.observe(host);
  return {
    update,
    close() {
      sizes.disconnect();
      close();
    },
  };
};

/** What a chart shows. */
type ChartValues = Pick<ChartView, "now" | "days">;

/** @throws TypeError when it is not the answer of the API that was asked for */
function required<T>(value: T | undefined): T {
  if (value) return value;
  throw TypeError();
}

/** The head, the drawing, the days as a table for screen readers, and the time of the score. */
function content(state: WidgetState<ChartValues>): readonly Element[] {
  const { problems, language, asset } = state;
  const problem = problems.find(Boolean);
  if (problem && problem !== "unreachable") return [element("p", translate(problem, language))];
  const view = viewOf(state);
  const { now, days } = view;
  const width = widthFor(state);
  const size = { width, height: panelsHeight(width) };
  const root = {
    xmlns: "http://www.w3.org/2000/svg",
    ...size,
    viewBox: `0 0 ${width} ${size.height}`,
    "aria-hidden": "true",
  };
  const options = { width, colors: colorsOf(state), language };
  const drawing = tree("svg", root, daysPanels(view, options));
  const signal = now?.signal ? `${translate("signal", language)}: ${translate(now.signal, language)}` : NOTHING;
  const words = {
    name: nameOf(asset, language),
    score: now && formatScore(now.score, language),
    phase: now || problem ? translate(now?.phase ?? "unreachable", language) : "–",
    line: !now
      ? ""
      : problem
        ? `▲ ${translate(problem, language)}`
        : now.isStale
          ? "▲ > 2 h"
          : movedText(now, days, language),
  };
  return [
    head(words, element("output", signal, element("em", flagText(now, language)))),
    element("section", draw(drawing), ...(days.length > 0 ? [draw(daysTable(days, language, asset))] : [])),
    element("time", now ? formatTime(now.updatedAt, language) : NOTHING),
  ];
}

/** Keeps the height of a line. */
const NOTHING = "\u00a0";

function viewOf({ asset, latest: { now, days = [] }, problems }: WidgetState<ChartValues>): ChartView {
  return { asset, now, days, ...(problems.some(Boolean) && { note: "unreachable" }) };
}

/** Width of the drawing for a host: that of the `div` inside, which at first is as wide as the host. */
function widthFor({ host, root }: WidgetState<unknown>): number {
  const { clientWidth } = root.querySelector("div") ?? host;
  return Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, clientWidth));
}

/** Widths of the drawings in px; in a narrower host the narrowest drawing is scaled down. */
const MIN_WIDTH = 180;
const MAX_WIDTH = 1200;

function colorsOf({ isDark }: Pick<WidgetState<unknown>, "isDark">): ColorTokens {
  return isDark ? DARK : LIGHT;
}

/**
 * The host takes the width that there is, so that it never depends on what is drawn. Nothing of the page reaches inside,
 * except that it hides its host; `direction` is no part of `all`, and every language of a chart runs from left to right.
 * The table is for screen readers. In high contrast the system's colors replace ours, and shapes and texts still tell the
 * parts of the drawing apart.
 */
function styles(state: WidgetState<ChartValues>): string {
  const colors = colorsOf(state);
  const { background, border, text, muted, link, accent } = colors;
  const { now } = state.latest;
  const isOld = now?.isStale;
  const head = headStyles({
    score: now?.score,
    index: now && PHASE_KEYS.indexOf(now.phase),
    isOld,
    text,
    muted,
    phases: PHASE_KEYS.map((key) => colors[key]),
    warns: isOld || state.problems.some(Boolean),
  });
  // The border is an outline, which takes no room, so that the drawing is as wide as the host.
  return `:host(:not([hidden])){display:block;width:100%;width:stretch;box-sizing:border-box}div{all:initial;visibility:inherit;display:block;direction:ltr;overflow:hidden;max-width:1200px;outline:1px solid ${border};outline-offset:-1px;border-radius:8px;background:${background};color:${muted};font:12px/1.4 system-ui}svg{display:block;width:100%;height:auto}table{position:absolute;top:0;clip-path:inset(50%)}p,time{padding:8px 16px}p{margin:0;overflow-wrap:anywhere}section+time{float:right}@container(width<420px){section+time{float:none;display:block}}section~p{border-top:1px solid ${border}}a{color:${link}}:focus-visible{outline:2px solid ${link};outline-offset:-2px}@media(forced-colors:active){rect{fill:Canvas;stroke:CanvasText}text,circle{fill:CanvasText;stroke:none}path{stroke:CanvasText}}${readerStyles(colors)}${head}output{display:block;font-weight:400}em{float:right;color:${accent}}`;
}

mount("#nhci-widget,[data-nhci-widget]", openChart);
