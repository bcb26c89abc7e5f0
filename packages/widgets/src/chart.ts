/** The chart for other people's pages: the drawing of the pictures, whose days can be read, and a table of them. */
import { type ChartView, chart, daysTable, type Language, parseCurrent, parseHistory } from "peak-cycle-drawing";
import { daysReader } from "./shared/days-reader.js";
import { draw, element } from "./shared/dom.js";
import { mount, type OpenWidget } from "./shared/mount.js";
import { CREDIT } from "./shared/publisher.js";
import { CURRENT_PATH, siteOf, widgetOf } from "./shared/widget.js";

const openChart: OpenWidget = (host, root) => {
  let update = () => {};
  const reader = daysReader(() => update());
  const { redraw, ...widget } = widgetOf({
    known: { range: "(30d|cycle)$" },
    endpoints: [
      [CURRENT_PATH, parseCurrent],
      [`${CURRENT_PATH}/history`, parseHistory],
    ],
    styles: () => STYLES,
    show(box, view, width, language, isDark) {
      if (host.dataset["range"] === "cycle") {
        return box.replaceChildren(cyclePicture(host, view, width, language, isDark));
      }
      const read = reader.refresh(view, language, width);
      const drawing = draw(chart(view, width, language, CREDIT, undefined, read));
      const table = view.days[0] ? [draw(daysTable(view.days, language, view.asset))] : [];
      // The slider stays where it is, and with it the focus.
      for (const each of [...box.children]) if (each !== reader.slider) each.remove();
      if (!box.firstChild) box.append(reader.slider);
      box.append(drawing, ...table);
    },
  })(host, root);
  update = redraw;
  // Drawing inside the callback could loop; and a frame later the host may have been closed.
  const sizes = new ResizeObserver(() => requestAnimationFrame(() => root.querySelector("div") && widget.update()));
  sizes.observe(host);
  return {
    update: widget.update,
    close() {
      sizes.disconnect();
      widget.close();
    },
  };
};

/** The slider covers the plot; the table is for screen readers. */
const STYLES =
  "div{width:320px;max-width:100%;min-width:min(720px,100%);margin:auto}span{position:absolute;touch-action:pan-y}[hidden]{display:none}table{position:absolute;top:0;clip-path:inset(50%)}";

/** The whole cycle as an image, which asks the page for `img-src`. */
function cyclePicture(
  host: HTMLElement,
  { now }: ChartView,
  width: number,
  language: Language,
  isDark: boolean,
): Element {
  const size = width < 400 ? "sm" : width < 560 ? "md" : "lg";
  const link = Object.assign(element("a"), { href: CREDIT[2], target: "_blank" });
  const query = `size=${size}&theme=${isDark ? "dark" : "light"}&lang=${language}`;
  // The time makes it another image with each new score.
  const src = `${siteOf(host)}/embed/nhci-cycle.svg?${query}&t=${now?.updatedAt}`;
  link.append(Object.assign(new Image(), { src, alt: CREDIT[0] + CREDIT[1] }));
  return link;
}

mount("#nhci-widget,[data-nhci-widget]", openChart);
