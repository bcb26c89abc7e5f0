import {
  type ChartView,
  type ColorTokens,
  chart,
  DARK,
  daysTable,
  LIGHT,
  parseCrypto,
  parseCurrent,
  parseHistory,
  translate,
} from "peak-cycle-drawing";
import { crosshair, crosshairStyles } from "./crosshair.js";
import { draw, element } from "./shared/dom.js";
import { mount, type OpenWidget } from "./shared/mount.js";
import { CURRENT_PATH, EMBED_PATH, type WidgetState, widgetOf } from "./shared/widget.js";

/** The script of the chart for other people's pages: the drawing that pictures show, with a crosshair and a table for screen readers. */
const openChart: OpenWidget = (host, root) => {
  let guard: MutationObserver;
  const overlay = crosshair(
    () => root.querySelector("svg"),
    () => guard.takeRecords(),
  );
  const { update, close } = widgetOf<ChartValues>({
    endpoints: {
      btc: [
        [CURRENT_PATH, (body) => ({ now: required(parseCurrent(body)) })],
        [`${CURRENT_PATH}/history`, (body) => ({ days: required(parseHistory(body)) })],
      ],
      crypto: [[EMBED_PATH, (body) => required(parseCrypto(body))]],
    },
    styles,
    content,
    insert(box, state, newGuard) {
      const focused = root.activeElement?.localName;
      guard = newGuard;
      root.replaceChildren(box);
      box.querySelector("section")?.append(overlay.element);
      overlay.refresh(state.latest.days ?? [], state.language, state.asset);
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

/** The drawing, and the days as a table for screen readers. */
function content(state: WidgetState<ChartValues>): readonly Element[] {
  const { latest, problems, language, asset } = state;
  const problem = problems.find(Boolean);
  if (problem && problem !== "unreachable") return [element("p", translate(problem, language))];
  const { now, days = [] } = latest;
  const view = { asset, now, days, ...(problem && { note: problem }) };
  const drawing = draw(chart(view, { width: widthFor(state), colors: colorsOf(state), language }));
  return [element("section", drawing, ...(days.length > 0 ? [draw(daysTable(days, language, asset))] : []))];
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
function styles(state: WidgetState<unknown>): string {
  const colors = colorsOf(state);
  // The border is an outline, which takes no room, so that the drawing is as wide as the host.
  return `:host(:not([hidden])){display:block;width:100%;width:stretch;box-sizing:border-box}div{all:initial;visibility:inherit;display:block;direction:ltr;overflow:hidden;max-width:1200px;outline:1px solid ${colors.border};outline-offset:-1px;border-radius:8px;background:${colors.background};color:${colors.muted};font:12px/1.4 system-ui}svg{display:block;width:100%;height:auto}table{position:absolute;top:0;clip-path:inset(50%)}p{margin:0;padding:8px 16px 10px;overflow-wrap:anywhere}a{color:${colors.link}}:focus-visible{outline:2px solid ${colors.link};outline-offset:-2px}@media(forced-colors:active){rect{fill:Canvas;stroke:CanvasText}text,tspan,circle{fill:CanvasText;stroke:none}path,polyline{stroke:CanvasText}}${crosshairStyles(colors)}`;
}

mount("#nhci-widget,[data-nhci-widget]", openChart);
