import { crc32, deflateSync } from "node:zlib";

/**
 * A picture as a PNG with a palette. Ours have flat colors and antialiased edges: of 2,000 colors the 256 most frequent
 * are kept and the others become the nearest of them. The difference is invisible, and a third of the bytes is left.
 */
export function palettePng({ width, height, rgba }: Pixels): Uint8Array {
  const colors = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  const palette = frequentColors(colors);
  const indexes = indexed(colors, { width, height }, palette);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, INDEXED_COLOR], 8); // eight bits a pixel
  const entries = palette.map((color) => unpremultiplied(channelsOf(color)));
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Uint8Array.from(entries.flatMap((each) => each.slice(0, 3)))),
    chunk("tRNS", Uint8Array.from(entries.map(([, , , alpha]) => alpha))),
    chunk("IDAT", deflateSync(indexes)),
    chunk("IEND", new Uint8Array()),
  ]);
}

/** Four bytes a pixel, line by line from the top: red, green and blue, each multiplied by alpha, and alpha. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

const MAX_COLORS = 256;

/** Color type of a PNG whose pixels are indexes of a palette. */
const INDEXED_COLOR = 3;

/** Filters do not make pictures of plain areas smaller. */
const NO_FILTER = 0;

/** The most frequent colors, each as one number in the byte order of the machine. Neighbors are mostly of one color. */
function frequentColors(colors: Uint32Array): readonly number[] {
  const counts = new Map<number, number>();
  let from = 0;
  // Three million pixels: an iterator would take five times as long.
  for (let at = 1; at <= colors.length; at++) {
    const color = colors[from] ?? 0;
    if (at < colors.length && colors[at] === color) continue;
    counts.set(color, (counts.get(color) ?? 0) + at - from);
    from = at;
  }
  const frequent = [...counts].sort((a, b) => b[1] - a[1]).slice(0, MAX_COLORS);
  return frequent.map(([color]) => color);
}

/** Indexes of the palette, each line behind a byte that says how it is filtered. */
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
  const channels = channelsOf(color);
  let best = 0;
  let minDistance = Number.POSITIVE_INFINITY;
  for (const [index, candidate] of palette.entries()) {
    const distance = channelsOf(candidate).reduce((sum, channel, i) => sum + (channel - (channels[i] ?? 0)) ** 2, 0);
    if (distance >= minDistance) continue;
    best = index;
    minDistance = distance;
  }
  return best;
}

type Channels = readonly [red: number, green: number, blue: number, alpha: number];

/** All machines that Node runs on are little-endian. */
function channelsOf(color: number): Channels {
  return [color & 255, (color >>> 8) & 255, (color >>> 16) & 255, color >>> 24];
}

/** PNG stores colors that are not multiplied by alpha. */
function unpremultiplied([red, green, blue, alpha]: Channels): Channels {
  const full = (channel: number) => (alpha === 0 ? 0 : Math.round((255 * channel) / alpha));
  return [full(red), full(green), full(blue), alpha];
}

function chunk(name: string, content: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
