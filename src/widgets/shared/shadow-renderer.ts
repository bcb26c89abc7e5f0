import { type Language, languageOf } from "../../chart/locale.js";
import { element } from "./dom.js";
import { attribution } from "./publisher.js";

/** `unreachable`: the last attempt failed. `soon`: the host asks for the asset that is announced. */
export type WidgetProblem = "unreachable" | "soon";

/** What the API says. */
export interface WidgetData<Values> {
  /** From the last good answers, however old. */
  latest: Partial<Values>;
  /** By endpoint; empty where the last attempt went well. */
  problems: (WidgetProblem | undefined)[];
}

/** Everything that a drawing depends on. */
export interface WidgetState<Values> extends Readonly<WidgetData<Values>> {
  readonly host: HTMLElement;
  readonly language: Language;
  readonly isDark: boolean;
}

/** How a chart or a badge is drawn. */
export interface WidgetView<Values> {
  /** CSS rules. Everything inside the host stands in one `div`. */
  styles(state: WidgetState<Values>): string;
  /** What stands above the attribution. */
  content(state: WidgetState<Values>): readonly Element[];
  /** Puts the `div` in the place of the one before. @param guard repairs what others change */
  insert(root: ShadowRoot, box: Element, state: WidgetState<Values>, guard: MutationObserver): void;
}

/** Draws the inside of a host. */
export interface ShadowRenderer {
  /** Draws if anything has changed. */
  render(): void;
  /** Draws, however many repairs there were before. */
  resetRepairs(): void;
  /** Stops, and empties the host. */
  close(): void;
}

/** After so many repairs between two answers of the API only the attribution is drawn, until the next answer. */
const MAX_REPAIRS = 3;
/** Everything that can be changed in a shadow root, except its list of style sheets. */
const ANY_CHANGE = { subtree: true, childList: true, attributes: true, characterData: true };

/**
 * Draws nothing at first. What it draws stands above an attribution line that can be seen, or is not drawn at all: whoever
 * changes anything inside gets it drawn anew.
 */
export function shadowRenderer<Values>(
  { styles, content, insert }: WidgetView<Values>,
  [host, root]: readonly [HTMLElement, ShadowRoot],
  data: WidgetData<Values>,
): ShadowRenderer {
  const sheet = new CSSStyleSheet();
  let drawnKey = "";
  let repairs = 0;

  const render = (): void => {
    guard.disconnect();
    const language = languageOf(host.dataset["lang"] ?? host.closest<HTMLElement>("[lang]")?.lang);
    const inputs = { ...data, language, isDark: isDark(host) };
    const state = { ...inputs, host };
    sheet.replaceSync(styles(state));
    root.adoptedStyleSheets = [sheet];
    const isBroken = repairs > MAX_REPAIRS;
    // Without the host: frameworks keep objects on it, some of which are circular.
    const key = JSON.stringify([inputs, root.firstElementChild?.clientWidth, isBroken]);
    if (key !== drawnKey) {
      drawnKey = key;
      const box = element("div", ...(isBroken ? [] : content(state)), attribution());
      box.lang = language;
      insert(root, box, state, guard);
    }
    if (isClipped(host, root)) {
      root.replaceChildren(element("div", attribution()));
      drawnKey = "";
    }
    if (!isBroken) guard.observe(root, ANY_CHANGE);
  };

  const guard = new MutationObserver(() => {
    repairs++;
    drawnKey = "";
    render();
  });
  // Drawing inside the callback could loop; and a frame later the host may have been closed.
  const sizes = new ResizeObserver(() => requestAnimationFrame(() => root.firstChild && render()));
  sizes.observe(host);
  darkSystem.addEventListener("change", render);

  return {
    render,
    resetRepairs() {
      repairs = 0;
      render();
    },
    close() {
      sizes.disconnect();
      guard.disconnect();
      darkSystem.removeEventListener("change", render);
      root.replaceChildren();
    },
  };
}

/** The visitor's system. */
const darkSystem = matchMedia("(prefers-color-scheme:dark)");

/**
 * What the host asks for by `data-theme`, else its `color-scheme` where that is light or dark and not both, else the
 * visitor's system.
 */
function isDark(host: HTMLElement): boolean {
  const wishes = [host.dataset["theme"], getComputedStyle(host).colorScheme, darkSystem.matches && "dark"];
  return wishes.find((each) => each === "light" || each === "dark") === "dark";
}

/** Whether the page cuts its host off above the end of the content, where the attribution is. */
function isClipped(host: Element, { lastElementChild }: ShadowRoot): boolean {
  const bottom = (each: Element) => each.getBoundingClientRect().bottom;
  return getComputedStyle(host).overflowY !== "visible" && bottom(lastElementChild as Element) > bottom(host) + 1;
}
