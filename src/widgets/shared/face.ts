import { languageOf } from "../../chart/language.js";
import { credit, isCut } from "./credit.js";
import { element } from "./element.js";
import type { Kind, News } from "./kind.js";
import { darkSystem, isDark } from "./theme.js";

/** So often, between two answers of the API, what someone broke is drawn anew. Then only the attribution is left. */
const MOST_MENDS = 3;
/** Everything that can be changed in a shadow root, except its list of style sheets. */
const ALL = { subtree: true, childList: true, attributes: true, characterData: true };

/** The inside of a host. */
export interface Face {
  /** Draws if anything has changed. */
  show(): void;
  /** Draws, however often the drawing was broken before. */
  forgive(): void;
  /** Ends it, and empties the host. */
  close(): void;
}

/**
 * An empty one. What it draws stands above an attribution line that can be seen, or not at all: whoever changes anything
 * inside gets it drawn anew.
 */
export function face<Known>(
  { rules, parts, place }: Kind<Known>,
  [host, root]: readonly [HTMLElement, ShadowRoot],
  news: News<Known>,
): Face {
  const sheet = new CSSStyleSheet();
  let before = "";
  let mends = 0;

  const show = (): void => {
    watch.disconnect();
    const language = languageOf(host.dataset["lang"] ?? host.closest<HTMLElement>("[lang]")?.lang);
    const looks = { ...news, language, isDark: isDark(host) };
    const sight = { ...looks, host };
    sheet.replaceSync(rules(sight));
    root.adoptedStyleSheets = [sheet];
    const isBroken = mends > MOST_MENDS;
    // Not the host itself: frameworks keep things of their own on it, some of which lead in circles.
    const key = JSON.stringify([looks, root.firstElementChild?.clientWidth, isBroken]);
    if (key !== before) {
      before = key;
      const box = element("div", ...(isBroken ? [] : parts(sight)), credit());
      box.lang = language;
      place(root, box, sight, watch);
    }
    if (isCut(host, root)) {
      root.replaceChildren(element("div", credit()));
      before = "";
    }
    if (!isBroken) watch.observe(root, ALL);
  };

  const watch = new MutationObserver(() => {
    mends++;
    before = "";
    show();
  });
  // Drawing inside of the callback could be a loop; a frame later the host may be empty for good.
  const sizes = new ResizeObserver(() => requestAnimationFrame(() => root.firstChild && show()));
  sizes.observe(host);
  darkSystem.addEventListener("change", show);

  return {
    show,
    forgive() {
      mends = 0;
      show();
    },
    close() {
      sizes.disconnect();
      watch.disconnect();
      darkSystem.removeEventListener("change", show);
      root.replaceChildren();
    },
  };
}
