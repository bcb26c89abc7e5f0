/** Builds the icons of the site and the pages made from docs/, into the folder that build-widgets.ts creates. */

import { readFileSync, writeFileSync } from "node:fs";
import { icon, LIGHT, serialize, withColors } from "peak-cycle-drawing";
import type { IconShape } from "../packages/drawing/src/icon.js";
import { rasterize } from "../packages/service/src/pictures/rasterize.js";
import { API, documentHtml, METHOD } from "./document-html.js";
import { openapiDocument } from "./openapi-document.js";

const OUT = "packages/service/dist/widgets";

/** A mask may cut off everything outside a circle of 80 % of the width. */
const [TILE, MASKABLE, FULL] = [
  { background: LIGHT.background, corner: 0.2, content: 0.68 },
  { background: LIGHT.background, content: 0.52 },
  { background: LIGHT.background, content: 0.7 },
] as const satisfies readonly IconShape[];

writeFileSync(`${OUT}/method.html`, documentHtml(readFileSync("docs/method.md", "utf8"), METHOD));
writeFileSync(`${OUT}/api.html`, documentHtml(readFileSync("docs/api.md", "utf8"), API));
writeFileSync(`${OUT}/openapi.json`, JSON.stringify(await openapiDocument(false)));
writeFileSync(`${OUT}/openapi-pro.json`, JSON.stringify(await openapiDocument(true)));
writeFileSync(`${OUT}/icon-192.png`, png(TILE, 192));
writeFileSync(`${OUT}/icon-512.png`, png(TILE, 512));
writeFileSync(`${OUT}/icon-maskable-512.png`, png(MASKABLE, 512));
writeFileSync(`${OUT}/apple-touch-icon.png`, png(FULL, 180)); // phones round the corners themselves
writeFileSync(`${OUT}/favicon.ico`, ico([16, 32, 48]));

function png(shape: IconShape, side: number): Uint8Array {
  return rasterize(withColors(serialize(icon(shape)), LIGHT), side / 32);
}

/** Several sizes in one file: a directory of entries, each a PNG, which Windows has supported since Vista. */
function ico(sides: readonly number[]): Uint8Array {
  const pictures = sides.map((side) => png({ content: 1 }, side));
  const head = Buffer.alloc(6 + 16 * sides.length);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(sides.length, 4);
  let offset = head.length;
  for (const [i, side] of sides.entries()) {
    const bytes = pictures[i]?.length ?? 0;
    const at = 6 + 16 * i;
    head.set([side, side, 0, 0, 1, 0, 32, 0], at); // width, height, colors, planes, bits per pixel
    head.writeUInt32LE(bytes, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += bytes;
  }
  return Buffer.concat([head, ...pictures]);
}
