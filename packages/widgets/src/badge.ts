/** The badge for other people's pages: score, phase, warnings, time and ruler. */
import { badge, parseCurrent } from "peak-cycle-drawing";
import { draw } from "./shared/dom.js";
import { mount } from "./shared/mount.js";
import { PUBLISHER } from "./shared/publisher.js";
import { CURRENT_PATH, openWidget } from "./shared/widget.js";

mount("[data-nhci-badge]", (host, root, refresh) =>
  openWidget(host, root, refresh, {
    endpoints: () => [[CURRENT_PATH, parseCurrent]],
    styles: ".sm{width:220px}.lg{width:400px}",
    controls: [],
    state: () => 0,
    draw: (view, [width, language]) => [draw(badge(view, width, language, PUBLISHER))],
  }),
);
