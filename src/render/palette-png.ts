import { crc32, deflateSync } from "node:zlib";

/** Four bytes a pixel, line by line from the top: red, green and blue, each multiplied by alpha, and alpha. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const MOST_COLORS = 256;
/** Color type of a PNG whose pixels are numbers of a palette. */
const BY_PALETTE = 3;
/** Pictures of plain areas get no smaller by filters. */
const NO_FILTER = 0;

/**
 * A picture as a PNG with a palette. Ours have flat colors and soft edges: of 2,000 colors the 256 most frequent are
 * kept and the others become the nearest of them, which no eye sees, and a third of the bytes is left.
 */
export function palettePng({ width, height, rgba }: Pixels): Uint8Array {
  const colors = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  const palette = paletteOf(colors);
  const indexes = indexed(colors, { width, height }, palette);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, BY_PALETTE], 8); // eight bits a pixel
  const parts = palette.map((color) => plain(partsOf(color)));
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Uint8Array.from(parts.flatMap((each) => each.slice(0, 3)))),
    chunk("tRNS", Uint8Array.from(parts.map(([, , , alpha]) => alpha))),
    chunk("IDAT", deflateSync(indexes)),
    chunk("IEND", new Uint8Array()),
  ]);
}

/** The most frequent colors, each as one number in the byte order of the machine. Neighbors are mostly of one color. */
function paletteOf(colors: Uint32Array): readonly number[] {
  const counts = new Map<number, number>();
  let from = 0;
  // Three million pixels: an iterator would take five times as long.
  for (let at = 1; at <= colors.length; at++) {
    const color = colors[from] ?? 0;
    if (at < colors.length && colors[at] === color) continue;
    counts.set(color, (counts.get(color) ?? 0) + at - from);
    from = at;
  }
  const frequent = [...counts].sort((a, b) => b[1] - a[1]).slice(0, MOST_COLORS);
  return frequent.map(([color]) => color);
}

/** Numbers of the palette, each line behind a byte that says how it is filtered. */
function indexed(
  colors: Uint32Array,
  { width, height }: { readonly width: number; readonly height: number },
  palette: readonly number[],
): Uint8Array {
  const known = new Map(palette.map((color, index) => [color, index]));
  const lines = new Uint8Array((width + 1) * height);
  let last = -1;
  let index = 0;
  for (let y = 0, at = 0; y < height; y++) {
    lines[y * (width + 1)] = NO_FILTER;
    for (let x = 1; x <= width; x++, at++) {
      const color = colors[at] ?? 0;
      if (color !== last) index = known.get(color) ?? remember(known, color, nearest(color, palette));
      last = color;
      lines[y * (width + 1) + x] = index;
    }
  }
  return lines;
}

function remember(known: Map<number, number>, color: number, index: number): number {
  known.set(color, index);
  return index;
}

function nearest(color: number, palette: readonly number[]): number {
  const wanted = partsOf(color);
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, candidate] of palette.entries()) {
    const distance = partsOf(candidate).reduce((sum, part, i) => sum + (part - (wanted[i] ?? 0)) ** 2, 0);
    if (distance >= least) continue;
    best = index;
    least = distance;
  }
  return best;
}

type Parts = readonly [red: number, green: number, blue: number, alpha: number];

/** All machines that Node runs on keep the lowest byte first. */
function partsOf(color: number): Parts {
  return [color & 255, (color >>> 8) & 255, (color >>> 16) & 255, color >>> 24];
}

/** PNG wants colors as they are before alpha. */
function plain([red, green, blue, alpha]: Parts): Parts {
  const full = (part: number) => (alpha === 0 ? 0 : Math.round((255 * part) / alpha));
  return [full(red), full(green), full(blue), alpha];
}

function chunk(name: string, content: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
