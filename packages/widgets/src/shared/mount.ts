/** Opens widgets in the elements of a page. */
import { element } from "./dom.js";
import { ANSWERED } from "./poll.js";
import { tell } from "./tell.js";

/**
 * Opens one widget in each host, in its own closed shadow root: in hosts that already exist, are added later, are added
 * back, or become hosts by an attribute. A host that already has someone else's shadow root, perhaps from another copy
 * of this script, is skipped. If a widget cannot start or continue, the host shows its own content. Nothing is written
 * into a host.
 *
 * If a page loads the script again, as some routers do on every visit, only one copy looks for hosts.
 */
export function mount(selector: string, open: OpenWidget): void {
  const page = window as unknown as Record<symbol, unknown>;
  const key = Symbol.for(ANSWERED + selector);
  if (page[key]) return;
  const widgets = new WeakMap<Element, Widget>();
  const visibleHosts = new Set<HTMLElement>();

  const openIn = (host: HTMLElement): Widget => {
    const slot = element("slot"); // created first: a shadow root without it hides the host's content
    const root = attach(host);
    const close = () => root.replaceChildren(slot);
    close();
    const widget = { update: open(host, root, () => update(host)), close };
    widgets.set(host, widget);
    return widget;
  };

  const update = (host: HTMLElement): void => {
    let widget = widgets.get(host);
    try {
      if (host.isConnected && host.matches(selector)) {
        widget ??= openIn(host);
        visibleHosts.add(host);
        widget.update();
        return;
      }
    } catch {
      // The page removed something that the widget needs; the error must not reach the page.
    }
    visibleHosts.delete(host);
    widget?.close();
  };

  let isLookDue = false;
  // A drawing takes a phone 40 ms, so new widgets and new data are drawn in a task for each host: the page can answer
  // its reader in between. Frames, timers and other events pass values of their own.
  const look = (isNewData?: unknown): void => {
    isLookDue = false;
    for (const host of new Set([...visibleHosts, ...document.querySelectorAll<HTMLElement>(selector)])) {
      if (isNewData === true || !widgets.has(host)) setTimeout(update, 0, host);
      else update(host);
    }
  };
  // Looking for hosts computes the page's layout, so it is done at most once a frame, even if the page changes often.
  const lookInNextFrame = (): void => {
    if (!isLookDue) requestAnimationFrame(look);
    isLookDue = true;
  };

  new MutationObserver(lookInNextFrame).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ATTRIBUTES,
  });
  matchMedia(DARK_QUERY).addEventListener("change", look);
  document.addEventListener("visibilitychange", look);
  addEventListener(ANSWERED, () => look(true));
  look();
  setInterval(look, LOOK_MS);
  page[key] = 1; // set last, so that a script that cannot start does not prevent another from starting
}

/** @throws DOMException if the host cannot have a shadow root, or already has someone else's */
function attach(host: Element): ShadowRoot {
  try {
    element(host.localName).attachShadow(CLOSED);
  } catch {
    tell(host, `<${host.localName}> cannot be a host`);
  }
  return host.attachShadow(CLOSED);
}

const CLOSED = { mode: "closed" } as const;

export const DARK_QUERY = "(prefers-color-scheme:dark)";

/** @param refresh call it when there may be something new to draw @returns a function that draws the current state */
export type OpenWidget = (host: HTMLElement, root: ShadowRoot, refresh: () => void) => () => void;

interface Widget {
  update(): void;
  /** Shows the host's own content. */
  close(): void;
}

/** The attributes that make an element a host, and the options of hosts; `lang` may also change on its parents. */
const ATTRIBUTES = [
  "id",
  "lang",
  ...["nhci-widget", "nhci-badge", "asset", "size", "range", "theme", "lang", "api"].map((name) => `data-${name}`),
];

/** Interval in ms to check what fires no event: the age of the score, and hosts that moved to another document. */
const LOOK_MS = 5000;
