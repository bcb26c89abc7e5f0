/** The drawings that there are, in px; in narrower hosts the narrowest is scaled down. */
const NARROWEST = 180;
const WIDEST = 1200;

/** Width of the drawing for a host: that of the `div` inside, which at first is as wide as the host. */
export function widthIn(host: HTMLElement): number {
  const { clientWidth } = host.shadowRoot?.firstElementChild ?? host;
  return Math.max(NARROWEST, Math.min(WIDEST, clientWidth));
}
