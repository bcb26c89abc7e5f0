/** The badge for other people's pages: score, phase, warnings, time and ruler. */
import { badge, parseCurrent } from "peak-cycle-drawing";
import { draw } from "./shared/dom.js";
import { mount } from "./shared/mount.js";
import { CREDIT } from "./shared/publisher.js";
import { CURRENT_PATH, widgetOf } from "./shared/widget.js";

/** Max width in px. */
const WIDTHS: Readonly<Record<string, number>> = { __proto__: null as never, sm: 220, md: 320, lg: 400 };

mount(
  "[data-nhci-badge]",
  widgetOf({
    known: { size: "(sm|md|lg)$" },
    endpoints: [[CURRENT_PATH, parseCurrent]],
    styles: ({ dataset: { size = "" } }) => `div{width:${WIDTHS[size.toLowerCase()] ?? 320}px;max-width:100%}`,
    show: (box, view, width, language) => box.replaceChildren(draw(badge(view, width, language, CREDIT))),
  }),
);
