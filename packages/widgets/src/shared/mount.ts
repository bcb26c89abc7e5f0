import { element } from "./dom.js";
import { tell } from "./tell.js";

/**
 * Opens one widget in each host, in a closed shadow root of its own: in those that are there, that come later, that come back,
 * and that become hosts by an attribute. A host that already has a shadow root of someone else, perhaps of another copy of
 * this script, is left alone. Where a widget cannot begin or go on, what the page wrote into the host is shown.
 */
export function mount(selector: string, open: OpenWidget): void {
  const roots = new WeakMap<Element, ShadowRoot>();
  const widgets = new Map<HTMLElement, Widget>();

  const close = (host: HTMLElement): void => {
    try {
      widgets.get(host)?.close();
    } catch {
      // The page may have replaced anything that the widget calls.
    }
    widgets.delete(host);
  };

  const openIn = (host: HTMLElement): void => {
    let root = roots.get(host);
    if (!root) {
      const slot = element("slot"); // made first: a shadow root without it hides the content of the host
      root = attach(host);
      roots.set(host, root);
      root.append(slot);
    }
    widgets.set(host, open(host, root));
  };

  const update = (host: HTMLElement): void => {
    try {
      if (host.isConnected && host.matches(selector)) {
        if (!widgets.has(host)) openIn(host);
        // A theme may hide what has no content, which a shadow root is none of.
        if (!host.firstChild && !host.hidden && getComputedStyle(host).display === "none") host.append("\u200b");
        widgets.get(host)?.update();
      } else close(host);
    } catch {
      // A page that took away what a widget needs. It must not notice.
      close(host);
    }
  };

  const look = (): void => {
    for (const host of new Set([...widgets.keys(), ...document.querySelectorAll<HTMLElement>(selector)])) update(host);
  };

  // Pages switch their theme by a class or a style of the root.
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
  observer.observe(document.documentElement, { attributes: true });
  look();
  setInterval(look, LOOK_MS);
}

/** @throws DOMException where the host can have no shadow root, or has one of someone else or of another copy of this script */
function attach(host: Element): ShadowRoot {
  try {
    element(host.localName).attachShadow(CLOSED);
  } catch {
    tell(host, `<${host.localName}> is no host`);
  }
  return host.attachShadow(CLOSED);
}

const CLOSED = { mode: "closed" } as const;

export type OpenWidget = (host: HTMLElement, root: ShadowRoot) => Widget;

/** The widget in one host. Both methods may throw, where a page has replaced what they call. */
export interface Widget {
  /** The host's attributes, the theme or the width may have changed. */
  update(): void;
  /** Stops it, and shows what the page wrote into the host. */
  close(): void;
}

/** Ms after which what nothing tells of is noticed: attributes, another theme of the system, hosts in another document. */
const LOOK_MS = 500;
