import { element } from "./dom.js";
import { tell } from "./tell.js";

/**
 * Opens one widget in each host, in a closed shadow root of its own: in those that are there, that come later, that
 * come back, and that become hosts by an attribute. A host that already has a shadow root of someone else, perhaps of
 * another copy of this script, is left alone. Where a widget cannot begin or go on, what the page wrote into the host
 * is shown.
 */
export function mount(selector: string, open: OpenWidget): void {
  const widgets = new WeakMap<Element, Widget>();
  const shown = new Set<HTMLElement>();

  const openIn = (host: HTMLElement): Widget => {
    const slot = element("slot"); // made first: a shadow root without it hides the content of the host
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
        shown.add(host);
        // A theme may hide what has no content, which a shadow root is none of.
        if (!host.firstChild && !host.hidden && getComputedStyle(host).display === "none") host.append("\u200b");
        widget.update();
        return;
      }
    } catch {
      // A page that took away what a widget needs. It must not notice.
    }
    shown.delete(host);
    widget?.close();
  };

  const look = (): void => {
    for (const host of new Set([...shown, ...document.querySelectorAll<HTMLElement>(selector)])) update(host);
  };

  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  look();
  setInterval(look, LOOK_MS);
}

/** @throws DOMException where the host can have no shadow root, or has one of someone else */
function attach(host: Element): ShadowRoot {
  try {
    element(host.localName).attachShadow(CLOSED);
  } catch {
    tell(host, `<${host.localName}> is no host`);
  }
  return host.attachShadow(CLOSED);
}

const CLOSED = { mode: "closed" } as const;

/** @param refresh to be called when there is something new to draw @returns what draws the present state */
export type OpenWidget = (host: HTMLElement, root: ShadowRoot, refresh: () => void) => () => void;

interface Widget {
  update(): void;
  /** Shows what the page wrote into the host. */
  close(): void;
}

/** Ms after which what nothing tells of is noticed: attributes, themes, widths, hosts in another document. */
const LOOK_MS = 500;
