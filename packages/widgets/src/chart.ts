/**
 * The chart for other people's pages: the drawing of the pictures, with selectable days, a table of them, and a switch
 * to the whole cycle.
 */
import { CHART_RANGES, chart, daysTable, parseCurrent, parseHistory, parseWeekly } from "peak-cycle-drawing";
import { daysReader } from "./shared/days-reader.js";
import { draw, element } from "./shared/dom.js";
import { mount } from "./shared/mount.js";
import { PUBLISHER } from "./shared/publisher.js";
import { rangeSwitch } from "./shared/range-switch.js";
import { MAX_WIDTH } from "./shared/size.js";
import { CURRENT_PATH, choice, openWidget } from "./shared/widget.js";

/**
 * The slider covers the plot, and the buttons cover their drawn names. The table is for screen readers; it is in a
 * clipped box, since Firefox does not clip the caption of a table.
 */
const STYLES = `\
div{min-width:min(${MAX_WIDTH}px,100%);margin:auto}\
span,button{all:unset;position:absolute;touch-action:pan-y pinch-zoom}\
button{cursor:pointer}[hidden]{display:none}\
section{position:absolute;top:0;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}\
:focus-visible{outline:2px solid var(--link);outline-offset:-2px}`;

/** Some 46 days: the history has 30, and may end some days before the score. */
const MAX_MS = 4_000_000_000;

mount("#nhci-widget,[data-nhci-widget]", (host, root, refresh) => {
  const reader = daysReader(refresh);
  const ranges = rangeSwitch(() => choice(host, "range", CHART_RANGES), refresh);
  return openWidget(host, root, refresh, {
    endpoints: (asset) => [
      [CURRENT_PATH, parseCurrent],
      asset === "btc" && ranges.range() === "cycle"
        ? ["/embed/nhci-cycle.json", parseWeekly]
        : [`${CURRENT_PATH}/history`, parseHistory],
    ],
    styles: STYLES,
    controls: [...ranges.buttons, reader.slider],
    state: () => [reader.state(), ranges.range()],
    draw(data, [width, language]) {
      const hasSwitch = data.asset === "btc" && data.state !== "unknown";
      // A cache may have kept the history for much longer than the score: its days must not look like the last ones.
      const days = data.days.filter(({ date }) => !(Date.parse(`${data.now?.updatedAt}`) - Date.parse(date) > MAX_MS));
      const view = { ...data, days, hasSwitch, range: hasSwitch ? ranges.range() : undefined };
      ranges.refresh(view, language, width);
      const read = reader.refresh(view, language, width);
      const drawing = draw(chart(view, width, language, PUBLISHER, undefined, read));
      return days[0] ? [drawing, element("section", draw(daysTable(days, language, view.asset)))] : [drawing];
    },
  });
});
