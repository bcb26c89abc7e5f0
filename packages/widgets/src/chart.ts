/** The chart for other people's pages: the drawing of the pictures, with selectable days, and a table of them. */
import { type ChartView, chart, daysTable, parseCurrent, parseHistory } from "peak-cycle-drawing";
import { daysReader } from "./shared/days-reader.js";
import { draw, element } from "./shared/dom.js";
import { mount } from "./shared/mount.js";
import { CREDIT } from "./shared/publisher.js";
import { MAX_WIDTH } from "./shared/size.js";
import { CURRENT_PATH, choice, type Look, openWidget, siteOf } from "./shared/widget.js";

/** The slider covers the plot; the table is for screen readers. */
const STYLES = `\
div{min-width:min(${MAX_WIDTH}px,100%);margin:auto}span{position:absolute;touch-action:pan-y}[hidden]{display:none}\
table{position:absolute;top:0;clip-path:inset(50%)}\
:focus-visible{outline:2px solid var(--link);outline-offset:-2px}`;

mount("#nhci-widget,[data-nhci-widget]", (host, root, refresh) => {
  let again = () => {};
  const reader = daysReader(() => again());
  return openWidget(host, root, refresh, {
    endpoints: [
      [CURRENT_PATH, parseCurrent],
      [`${CURRENT_PATH}/history`, parseHistory],
    ],
    styles: STYLES,
    show(box, view, look) {
      if (choice(host, "range", ["30d", "cycle"]) === "cycle")
        return box.replaceChildren(cyclePicture(host, view, look));
      const [width, language] = look;
      again = () => {
        const read = reader.refresh(view, language, width);
        const drawing = draw(chart(view, width, language, CREDIT, undefined, read));
        const table = view.days[0] ? [draw(daysTable(view.days, language, view.asset))] : [];
        // The slider stays in place, so it keeps the focus.
        for (const each of [...box.children]) if (each !== reader.slider) each.remove();
        if (!box.firstChild) box.append(reader.slider);
        box.append(drawing, ...table);
      };
      again();
    },
  });
});

/** The whole cycle as an image, which the page must allow in `img-src`. */
function cyclePicture(host: HTMLElement, { now }: ChartView, [width, language, isDark]: Look): Element {
  const size = width < 400 ? "sm" : width < 560 ? "md" : "lg";
  const link = Object.assign(element("a"), { href: CREDIT[2], target: "_blank" });
  const query = `size=${size}&theme=${isDark ? "dark" : "light"}&lang=${language}`;
  // The time makes the URL change with each new score.
  const src = `${siteOf(host)}/embed/nhci-cycle.svg?${query}&t=${now?.updatedAt}`;
  link.append(Object.assign(new Image(), { src, alt: CREDIT[0] + CREDIT[1] }));
  return link;
}
