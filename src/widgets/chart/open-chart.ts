import { reader } from "../reader/reader.js";
import type { Open } from "../shared/mount.js";
import { CURRENT } from "../shared/paths.js";
import { widgetOf } from "../shared/widget.js";
import { learnDays, learnNow, type Past } from "./learn.js";
import { parts } from "./parts.js";
import { rules } from "./rules.js";

/** Opens a chart with a reader of its days. */
export const openChart: Open = (host, root) => {
  let guard: MutationObserver;
  const days = reader(
    () => root.querySelector("svg"),
    () => guard.takeRecords(),
  );
  return widgetOf<Past>({
    sources: [
      [CURRENT, learnNow],
      [`${CURRENT}/history`, learnDays],
    ],
    rules,
    parts,
    place(_root, box, sight, watch) {
      const held = root.activeElement?.localName;
      guard = watch;
      root.replaceChildren(box);
      box.querySelector("section")?.append(days.element);
      days.refresh(sight.known.days ?? [], sight.language);
      if (held) root.querySelector<HTMLElement>(held)?.focus({ preventScroll: true });
    },
  })(host, root);
};
