import { type ColorTokens, fillOf, LIGHT } from "./colors.js";
import { type Tree, tree } from "./markup.js";
import { PHASE_KEYS } from "./phases.js";
import { shape } from "./svg.js";

/** The logo of the site: five steps upward in the colors of the phases, 32 px high and wide. */
export function icon({ background, corner = 0, content }: IconShape, colors: ColorTokens = LIGHT): Tree {
  const fills = PHASE_KEYS.map((phase) => ({ fill: colors[fillOf(phase)] }));
  const bars = iconSteps().map((step, i) => ({ ...step, attributes: { ...step.attributes, ...fills[i] } }));
  const behind =
    background === undefined ? [] : [tree("rect", { width: SIDE, height: SIDE, rx: corner * SIDE, fill: background })];
  // The steps reach from 1 to 30 and from 1 to 31.
  const place = `translate(16 16) scale(${content}) translate(-15.5 -16)`;
  const logo = content === 1 ? bars : [tree("g", { transform: place }, ...bars)];
  return tree(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${SIDE} ${SIDE}`, width: SIDE, height: SIDE },
    ...behind,
    ...logo,
  );
}

/** The steps alone, in a square of 32 px. */
export function iconSteps(): readonly Tree[] {
  return PHASE_KEYS.map((phase, i) => shape(`M${1 + i * 6} ${25 - i * 6}h5v${6 + i * 6}h-5z`, `fill-${phase}`));
}

/** How the logo of the site stands in its square. */
export interface IconShape {
  /** What stands behind it; without one it is transparent. */
  readonly background?: string;
  /** Radius of the corners of the background, as a share of the side. */
  readonly corner?: number;
  /** Share of the side that the logo takes, 0..1. */
  readonly content: number;
}

const SIDE = 32;
