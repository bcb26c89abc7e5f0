import { element } from "./dom.js";

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
      root = host.attachShadow({ mode: "closed" }); // throws where there is one
      roots.set(host, root);
      root.append(slot);
    }
    widgets.set(host, open(host, root));
    // Pages switch their theme by a class or a style here; on all elements, watching those would cost too much.
    for (const each of [document.documentElement, document.body]) observer.observe(each, { attributes: true });
  };

  const update = (host: HTMLElement): void => {
    try {
      if (host.matches?.(selector) && document.contains(host)) {
        if (!widgets.has(host)) openIn(host);
        widgets.get(host)?.update();
      } else close(host);
    } catch {
      // A tag that can have no shadow root, or a page that took away what a widget needs. The page must not notice.
      close(host);
    }
  };

  const updateBelow = (node: HTMLElement): void => {
    update(node);
    for (const host of node.querySelectorAll?.<HTMLElement>(selector) ?? []) update(host);
  };

  const updateAll = (): void => {
    for (const host of widgets.keys()) update(host);
  };

  const onMutations = (records: readonly MutationRecord[]): void => {
    for (const { target, addedNodes, attributeName } of records) {
      (addedNodes as NodeListOf<HTMLElement>).forEach(updateBelow);
      if (!attributeName) continue;
      update(target as HTMLElement);
      updateAll();
    }
  };

  const observer = new MutationObserver(onMutations);
  observer.observe(document, { childList: true, subtree: true, attributeFilter: WATCHED_ATTRIBUTES });
  updateBelow(document.documentElement);
  setInterval(updateAll, UPDATE_INTERVAL);
}

export type OpenWidget = (host: HTMLElement, root: ShadowRoot) => Widget;

/** The widget in one host. Both methods may throw, where a page has replaced what they call. */
interface Widget {
  /** The host's attributes, the theme or the width may have changed. */
  update(): void;
  /** Stops it, and shows what the page wrote into the host. */
  close(): void;
}

/** All attributes that matter on hosts and above them. They rarely change, so watching the whole document is cheap. */
const WATCHED_ATTRIBUTES =
  "id lang data-nhci-widget data-nhci-badge data-asset data-theme data-lang data-api data-size".split(" ");

/** Ms after which what nothing tells of is noticed: hosts that were removed, another theme of the system, style sheets of a page in our root. */
const UPDATE_INTERVAL = 500;
