import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { smallPng } from "./small-png.js";

const GOLDEN = new URL("../browser/golden/", import.meta.url);
/** Ignored by git. */
const DIFFERENCES = new URL("../browser/differences/", import.meta.url);

/** Of a color's whole range: less is not seen. The edges of letters are left out where they are only smoothed otherwise. */
const THRESHOLD = 0.1;

/** Pixels that may differ: 0.2 per mille, and never more than two digits at 13 px. */
const ALLOWED_SHARE = 0.0002;
const ALLOWED_MOST = 60;

export interface Comparison {
  /** Pixels that differ; undefined when the sizes do. */
  readonly differing: number | undefined;
  readonly isAlike: boolean;
  /** The golden picture, faint, with what differs in red. */
  readonly difference: PNG;
}

export function compare(actual: PNG, golden: PNG): Comparison {
  const { width, height } = golden;
  const difference = new PNG({ width, height });
  if (actual.width !== width || actual.height !== height) return { differing: undefined, isAlike: false, difference };
  const differing = pixelmatch(golden.data, actual.data, difference.data, width, height, { threshold: THRESHOLD });
  return { differing, isAlike: differing <= Math.min(width * height * ALLOWED_SHARE, ALLOWED_MOST), difference };
}

/**
 * Compares a picture with the golden one of the same name. Where `UPDATE_GOLDEN_PICTURES` is a part of its name, it
 * becomes the golden one instead.
 *
 * @param name without ending; the golden picture is `test/browser/golden/<name>.png`
 * @throws Error that says where the two and their difference lie
 */
export function expectGolden(name: string, picture: Buffer): void {
  const file = new URL(`${name}.png`, GOLDEN);
  const actual = onWhite(PNG.sync.read(picture));
  const golden = existsSync(file) ? PNG.sync.read(readFileSync(file)) : undefined;
  const found = golden && compare(actual, golden);
  if (found?.isAlike) return;
  const wanted = process.env["UPDATE_GOLDEN_PICTURES"];
  if (wanted !== undefined && name.includes(wanted)) {
    mkdirSync(GOLDEN, { recursive: true });
    writeFileSync(file, smallPng(actual));
    return;
  }
  mkdirSync(DIFFERENCES, { recursive: true });
  writeFileSync(new URL(`${name}.actual.png`, DIFFERENCES), picture);
  if (found) writeFileSync(new URL(`${name}.difference.png`, DIFFERENCES), PNG.sync.write(found.difference));
  throw new Error(`${sentence(actual, golden, found)}
  see ${fileURLToPath(new URL(`${name}.*.png`, DIFFERENCES))}
  if it is right and pleasing: npx tsx tools/update-golden-pictures.ts ${name}`);
}

/** Round corners let the page through; golden pictures are opaque. */
function onWhite(picture: PNG): PNG {
  const { data } = picture;
  for (let i = 0; i < data.length; i += 4) {
    const cover = (data[i + 3] ?? 0) / 255;
    for (let channel = i; channel < i + 3; channel++) {
      data[channel] = Math.round(255 + ((data[channel] ?? 0) - 255) * cover);
    }
    data[i + 3] = 255;
  }
  return picture;
}

function sentence(actual: PNG, golden: PNG | undefined, found: Comparison | undefined): string {
  if (golden === undefined) return "there is no golden picture of this name";
  if (found?.differing !== undefined) return `${found.differing} pixels differ from the golden picture`;
  return `the picture is ${actual.width} x ${actual.height}, the golden one ${golden.width} x ${golden.height}`;
}
