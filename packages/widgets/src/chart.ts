/** The chart for other people's pages: the drawing of the pictures, with selectable days, and a table of them. */
import { chart, daysTable, parseCurrent, parseHistory } from "peak-cycle-drawing";
import { daysReader } from "./shared/days-reader.js";
import { draw, element } from "./shared/dom.js";
import { mount } from "./shared/mount.js";
import { CREDIT } from "./shared/publisher.js";
import { MAX_WIDTH } from "./shared/size.js";
import { CURRENT_PATH, choice, isDark, openWidget, siteOf } from "./shared/widget.js";

/**
 * The slider covers the plot; the table is for screen readers. It is in a box that is clipped: Firefox does not clip
 * the caption of a table itself.
 */
const STYLES = `\
div{min-width:min(${MAX_WIDTH}px,100%);margin:auto}span{position:absolute;touch-action:pan-y}[hidden]{display:none}\
section{position:absolute;top:0;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}\
:focus-visible{outline:2px solid var(--link);outline-offset:-2px}`;

mount("#nhci-widget,[data-nhci-widget]", (host, root, refresh) => {
  const reader = daysReader(refresh);
  const isCycle = () => choice(host, "range", ["30d", "cycle"]) === "cycle";
  return openWidget(host, root, refresh, {
    endpoints: [
      [CURRENT_PATH, parseCurrent],
      [`${CURRENT_PATH}/history`, parseHistory],
    ],
    styles: STYLES,
    controls: [reader.slider],
    state: () => [reader.state(), isCycle(), isDark(host)],
    draw(view, [width, language]) {
      reader.slider.hidden = isCycle();
      if (isCycle()) return [cyclePicture(host, width, language, view.now?.updatedAt)];
      const read = reader.refresh(view, language, width);
      const drawing = draw(chart(view, width, language, CREDIT, undefined, read));
      return view.days[0] ? [drawing, element("section", draw(daysTable(view.days, language, view.asset)))] : [drawing];
    },
  });
});

/** The whole cycle as an image, which the page must allow in `img-src`. The time makes its URL change with the score. */
function cyclePicture(host: HTMLElement, width: number, language: string, time = ""): Element {
  const size = width < 400 ? "sm" : width < 560 ? "md" : "lg";
  const link = Object.assign(element("a"), { href: CREDIT[2], target: "_blank" });
  const query = `size=${size}&theme=${isDark(host) ? "dark" : "light"}&lang=${language}`;
  const src = `${siteOf(host)}/embed/nhci-cycle.svg?${query}&t=${time}`;
  link.append(Object.assign(new Image(), { src, alt: CREDIT[0] + CREDIT[1] }));
  return link;
}
