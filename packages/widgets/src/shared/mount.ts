import { element } from "./dom.js";
import { tell } from "./tell.js";

/**
 * Opens one widget in each host, in its own closed shadow root: in hosts that already exist, are added later, come
 * back, or become hosts by an attribute. A host that already has someone else's shadow root, perhaps from another copy
 * of this script, is left alone. If a widget cannot start or continue, the host shows its own content.
 */
export function mount(selector: string, open: OpenWidget): void {
  const widgets = new WeakMap<Element, Widget>();
  const shown = new Set<HTMLElement>();

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
        shown.add(host);
        // A theme may hide elements without content, and a shadow root does not count as content.
        if (!host.firstChild && !host.hidden && getComputedStyle(host).display === "none") host.append("\u200b");
        widget.update();
        return;
      }
    } catch {
      // The page took away something the widget needs; it must not see the error.
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

/** @throws DOMException if the host cannot have a shadow root, or has someone else's */
function attach(host: Element): ShadowRoot {
  try {
    element(host.localName).attachShadow(CLOSED);
  } catch {
    tell(host, `<${host.localName}> is no host`);
  }
  return host.attachShadow(CLOSED);
}

const CLOSED = { mode: "closed" } as const;

/** @param refresh call it when there is something new to draw @returns a function that draws the current state */
export type OpenWidget = (host: HTMLElement, root: ShadowRoot, refresh: () => void) => () => void;

interface Widget {
  update(): void;
  /** Shows the host's own content. */
  close(): void;
}

/** Interval in ms to look for changes that fire no event: attributes, themes, widths, hosts in another document. */
const LOOK_MS = 500;
