import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { compare } from "../support/golden-picture.js";
import { smallPng } from "../support/small-png.js";

const CARD = "<div style='font:13px sans-serif;padding:8px;color:#1b1f24;background:#fff'>";
const GOLDEN = `${CARD}52.3 Bull Active<br>Peak Cycle Index by Peak</div>`;

browserSuite("the comparison with golden pictures", (open) => {
  test("sees no difference between two pictures of the same page", async () => {
    const page = await open({ width: 320, height: 240 });
    const golden = await pictureOf(page, GOLDEN);
    const again = compare(await pictureOf(page, GOLDEN), PNG.sync.read(smallPng(golden)));
    expect(again).toMatchObject({ differing: 0, isAlike: true });
  });

  test.each([
    ["another digit", GOLDEN.replace("52.3", "52.8")],
    ["another color", GOLDEN.replace("#1b1f24", "#8a1f24")],
    ["a text that is moved by a pixel", GOLDEN.replace("padding:8px", "padding:8px 9px")],
    ["a lost line", GOLDEN.replace("Peak Cycle Index by Peak", "")],
  ])("sees %s", async (_what, html) => {
    const page = await open({ width: 320, height: 240 });
    const golden = PNG.sync.read(smallPng(await pictureOf(page, GOLDEN)));
    expect(compare(await pictureOf(page, html), golden).isAlike).toBe(false);
  });

  async function pictureOf(page: Awaited<ReturnType<typeof open>>, html: string): Promise<PNG> {
    await page.setContent(html);
    return PNG.sync.read(await page.screenshot());
  }
});

describe("small pictures", () => {
  test("keep every pixel as long as there are 256 colors", () => {
    const picture = row(Array.from({ length: 256 }, (_, i) => [i, 255 - i, 40]));
    expect(PNG.sync.read(smallPng(picture)).data).toEqual(picture.data);
  });

  test("with more colors keep the common ones, and find something near for the rare ones", () => {
    const common = Array(500).fill([200, 30, 30]);
    const scattered = Array.from({ length: 510 }, (_, i) => (i * 197) % 510);
    const rare = scattered.map((shade) => [shade >> 1, shade >> 1, (shade + 1) >> 1]);
    const picture = row([...common, ...rare]);
    const small = PNG.sync.read(smallPng(picture));
    expect(small.data.subarray(0, 2000)).toEqual(picture.data.subarray(0, 2000));
    expect(small.data).not.toEqual(picture.data);
    expect(compare(small, picture)).toMatchObject({ differing: 0, isAlike: true });
  });

  test("of another size are not alike", () => {
    const [one, two] = [row([[0, 0, 0]]), row(Array(2).fill([0, 0, 0]))];
    expect(compare(one, two)).toMatchObject({ differing: undefined, isAlike: false });
  });
});

/** Pixels side by side: red, green and blue of each. */
function row(pixels: readonly (readonly number[])[]): PNG {
  const picture = new PNG({ width: pixels.length, height: 1 });
  picture.data.set(pixels.flatMap((pixel) => [...pixel, 255]));
  return picture;
}
