/** The site's logo: five rising steps in the phase colors. */

import { PHASE_KEYS } from "./locale.js";
import { type Tree, tree } from "./markup.js";
import { shape } from "./svg.js";

/** The logo in a square of 32 px. */
export function icon({ background, corner = 0, content }: IconShape): Tree {
  const behind = background && tree("rect", { width: SIDE, height: SIDE, rx: corner * SIDE, fill: background });
  // The steps span 1 to 30 horizontally and 1 to 31 vertically.
  const place = content === 1 ? undefined : `translate(16 16) scale(${content}) translate(-15.5 -16)`;
  const size = { viewBox: `0 0 ${SIDE} ${SIDE}`, width: SIDE, height: SIDE };
  const steps = tree("g", { transform: place }, ...iconSteps());
  return tree("svg", { xmlns: "http://www.w3.org/2000/svg", ...size }, ...(behind ? [behind] : []), steps);
}

/** The steps alone, in a square of 32 px. */
export function iconSteps(): readonly Tree[] {
  return PHASE_KEYS.map((phase, i) => shape(`M${1 + i * 6} ${25 - i * 6}h5v${6 + i * 6}h-5z`, `fill-${phase}`));
}

/** How the site's logo is placed in its square. */
export interface IconShape {
  /** The background color; transparent if missing. */
  readonly background?: string;
  /** Corner radius of the background, as a share of the side. */
  readonly corner?: number;
  /** Share of the side that the logo takes, 0..1. */
  readonly content: number;
}

const SIDE = 32;
