import { parts } from "./badge/parts.js";
import { rules } from "./badge/rules.js";
import { learnScore } from "./badge/score.js";
import { mount } from "./shared/mount.js";
import { CURRENT } from "./shared/paths.js";
import { widgetOf } from "./shared/widget.js";

mount(
  "[data-nhci-badge]",
  widgetOf({
    sources: [[CURRENT, learnScore]],
    rules,
    parts,
    place: (root, box) => root.replaceChildren(box),
  }),
);
