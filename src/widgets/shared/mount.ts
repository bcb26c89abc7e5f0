/** The widget in one host. */
export interface Widget {
  /** The host's attributes, or those of the page, may have changed. */
  update(): void;
  /** Stops it, and leaves nothing but an empty shadow root. */
  close(): void;
}

export type OpenWidget = (host: HTMLElement, root: ShadowRoot) => Widget;

/** All attributes that matter on hosts and above them. They rarely change, so watching the whole document is cheap. */
const WATCHED_ATTRIBUTES =
  "id lang data-nhci-widget data-nhci-badge data-asset data-theme data-lang data-api data-size".split(" ");

/**
 * Opens one widget in each host, in a shadow root of its own: in those that are there, that come later, that come back,
 * and that become hosts by an attribute. A host that already has a shadow root of someone else, perhaps of another copy
 * of this script, is left alone.
 */
export function mount(selector: string, open: OpenWidget): void {
  const roots = new WeakMap<Element, ShadowRoot>();
  const widgets = new Map<HTMLElement, Widget>();

  const openIn = (host: HTMLElement): void => {
    if (widgets.has(host) || !host.matches?.(selector) || !document.contains(host)) return;
    try {
      if (!host.shadowRoot) roots.set(host, host.attachShadow({ mode: "open" }));
      const root = roots.get(host);
      if (root) widgets.set(host, open(host, root));
      // Pages switch their theme by a class or a style here; on all elements, watching those would cost too much.
      for (const each of [document.documentElement, document.body]) observer.observe(each, { attributes: true });
    } catch {
      // A tag that can have no shadow root, or one that is closed. The page must not notice.
    }
  };

  const openBelow = (node: HTMLElement): void => {
    openIn(node);
    node.querySelectorAll?.<HTMLElement>(selector).forEach(openIn);
  };

  const onMutations = (records: readonly MutationRecord[]): void => {
    for (const [host, widget] of widgets) {
      if (document.contains(host) && host.matches(selector)) continue;
      widgets.delete(host);
      widget.close();
    }
    for (const { target, addedNodes, attributeName } of records) {
      (addedNodes as NodeListOf<HTMLElement>).forEach(openBelow);
      if (!attributeName) continue;
      openIn(target as HTMLElement);
      for (const widget of widgets.values()) widget.update();
    }
  };

  const observer = new MutationObserver(onMutations);
  observer.observe(document, { childList: true, subtree: true, attributeFilter: WATCHED_ATTRIBUTES });
  openBelow(document.documentElement);
}
