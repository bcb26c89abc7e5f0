import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { palettePng } from "../../../src/pictures/palette-png.js";

/** @param colors red, green, blue, alpha of each pixel */
function picture(width: number, colors: readonly (readonly number[])[]) {
  return { width, height: colors.length / width, rgba: Uint8Array.from(colors.flat()) };
}

const decoded = (png: Uint8Array) => PNG.sync.read(Buffer.from(png));

describe("a PNG with a palette", () => {
  test("has the very pixels of a picture of up to 256 colors", () => {
    const colors = Array.from({ length: 256 * 3 }, (_, i) => [i % 256, (7 * i) % 256, 255 - (i % 256), 255]);
    const { width, height, data } = decoded(palettePng(picture(96, colors)));
    expect([width, height]).toEqual([96, 8]);
    expect([...data]).toEqual(colors.flat());
  });

  test("keeps what can be seen through", () => {
    const premultiplied = [
      [0, 0, 0, 0],
      [128, 64, 0, 128],
      [10, 20, 30, 255],
    ];
    expect([...decoded(palettePng(picture(3, premultiplied))).data]).toEqual([
      0, 0, 0, 0, 255, 128, 0, 128, 10, 20, 30, 255,
    ]);
  });

  test("of more colors keeps the frequent ones exactly and puts the nearest in the place of the others", () => {
    const frequent = Array.from({ length: 255 * 2 }, (_, i) => [i % 255, 0, 0, 255]);
    const paper = Array.from({ length: 50 }, () => [255, 255, 255, 255]);
    const rare = [[253, 254, 255, 255]];
    const seldom = [[9, 2, 1, 255]];
    const colors = [...frequent, ...paper, ...rare, ...seldom];
    const { data } = decoded(palettePng(picture(colors.length, colors)));
    const expected = [...frequent, ...paper, [255, 255, 255, 255], [9, 0, 0, 255]];
    expect([...data]).toEqual(expected.flat());
  });
});
