/**
 * Runs in a page before its scripts, so that tests can look into the shadow roots of widgets, which are closed. It may
 * use nothing from outside.
 */
export function openRoots(): void {
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (this: Element, init) {
    return attachShadow.call(this, { ...init, mode: "open" });
  };
}
