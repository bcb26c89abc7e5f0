import { type Language, languageOf } from "../../chart/locale.js";
import { element } from "./dom.js";
import { attribution } from "./publisher.js";
import { visibleLine } from "./visible-line.js";

/** `unreachable`: the last attempt failed. `soon`: the host asks for the asset that is announced. `unknown`: for another. */
export type WidgetProblem = "unreachable" | "soon" | "unknown";

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
interface ShadowRenderer {
  /** Draws if language, theme or width have changed. @param isLook otherwise checks what a reader sees */
  render(isLook?: boolean): void;
  /** Draws, however many repairs there were before; what is thrown is thrown again at the next `render`. */
  redraw(): void;
  /** Stops, and shows what the page wrote into the host. */
  close(): void;
}

/** After more repairs than this between two answers of the API, only the attribution is drawn until the next answer. */
const MAX_REPAIRS = 3;
/** Everything that can be changed in a shadow root, except its list of style sheets. */
const ANY_CHANGE = { subtree: true, childList: true, attributes: true, characterData: true };

/**
 * Draws nothing before `render`. Everything it draws stands above an attribution line that a reader can see. When a page changes
 * anything inside, it is drawn again.
 */
export function shadowRenderer<Values>(
  { styles, content, insert }: WidgetView<Values>,
  [host, root]: readonly [HTMLElement, ShadowRoot],
  data: WidgetData<Values>,
): ShadowRenderer {
  const sheet = new CSSStyleSheet();
  let drawnKey = "";
  let repairs = 0;
  const { place, look, close } = visibleLine(host, root);

  const draw = (state: WidgetState<Values>, isBroken: boolean): void => {
    const parts = isBroken ? [] : content(state);
    const line = attribution();
    const box = element("div", ...parts, line);
    box.lang = state.language;
    insert(root, box, state, guard);
    place(box, parts, line);
  };

  const render = (isLook?: boolean): void => {
    guard.disconnect();
    const language = languageOf(host.dataset["lang"] ?? host.closest<HTMLElement>("[lang]")?.lang);
    const state = { ...data, language, isDark: isDark(host), host };
    sheet.replaceSync(styles(state));
    root.adoptedStyleSheets = [sheet];
    const isBroken = repairs > MAX_REPAIRS;
    const key = `${language}${state.isDark}${root.firstElementChild?.clientWidth}${isBroken}`;
    if (key !== drawnKey) draw(state, isBroken);
    else if (isLook) look();
    drawnKey = key;
    if (!isBroken) guard.observe(root, ANY_CHANGE);
  };

  const redraw = (): void => {
    drawnKey = "";
    try {
      render();
    } catch {
      // The next look tries again, and ends the widget if that fails too.
    }
  };

  const guard = new MutationObserver(() => {
    repairs++;
    redraw();
  });
  return {
    render,
    redraw() {
      repairs = 0;
      redraw();
    },
    close() {
      close();
      guard.disconnect();
      root.replaceChildren(element("slot"));
    },
  };
}

/**
 * What the host asks for by `data-theme`, else its `color-scheme` where that is light or dark and not both, else the
 * visitor's system.
 */
function isDark(host: HTMLElement): boolean {
  const system = matchMedia("(prefers-color-scheme:dark)").matches && "dark";
  const wishes = [host.dataset["theme"], getComputedStyle(host).colorScheme, system];
  return wishes.find((each) => each === "light" || each === "dark") === "dark";
}
