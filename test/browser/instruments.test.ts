import { expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { paleTexts } from "../support/contrast.js";
import { foreignPage, strictPolicy } from "../support/foreign-page.js";
import { shiftsOf, watchShifts } from "../support/layout-shifts.js";
import { overflows } from "../support/overflow.js";
import { noiseOf } from "../support/page-noise.js";

const PICTURE = (texts: string) =>
  `<!doctype html><body><svg width="100" height="40" overflow="visible">${texts}</svg>`;
const FITTING = `<text x="2" y="14" font-size="10">one</text><text x="2" y="30" font-size="10">two</text>`;

browserSuite("the instruments of these suites see", (open) => {
  test.each([
    ["a text that leaves its picture", PICTURE(`<text x="80" y="14">Accumulation</text>`), "px outside of its picture"],
    ["texts on top of one another", PICTURE(`<text y="14">one</text><text y="16" x="4">two</text>`), "is on top of"],
    [
      "a line that is cut off",
      "<!doctype html><div style='overflow:hidden'><pre>this line of text is far too long for such a narrow page, and nobody will ever read its end</pre></div>",
      "is cut off by",
    ],
    ["a page that scrolls sideways", "<!doctype html><div style='width:900px'>a</div>", "the page is 908 wide in 400"],
  ])("%s", async (_what, html, says) => {
    const page = await open({ width: 400 });
    await page.setContent(html);
    expect((await overflows(page)).join("\n")).toContain(says);
  });

  test("no overflow where there is none", async () => {
    const page = await open({ width: 400 });
    const scrolled =
      "<div style='overflow:auto'><pre>a line of code that is far too long for its narrow page</pre></div>";
    await page.setContent(PICTURE(FITTING) + scrolled);
    expect(await overflows(page)).toEqual([]);
  });

  test("the same in a shadow root", async () => {
    const page = await open({ width: 400 });
    const wide = `<svg width="20" height="20" overflow="visible"><text y="9" fill="#999">Accumulation</text></svg>`;
    await page.setContent(
      `<!doctype html><div data-nhci-badge><template shadowrootmode="open">${wide}</template></div>`,
    );
    expect((await overflows(page)).join()).toContain("outside of its picture");
    expect((await paleTexts(page)).join()).toContain("Accumulation");
  });

  test("pale letters, and no others", async () => {
    const page = await open();
    await page.setContent(`<!doctype html><body style="background:#fff"><p style="color:#777">pale</p><p style="color:#767676">strong
      <div style="background:#222"><b style="color:#333">dark</b></div>`);
    expect((await paleTexts(page)).map((line) => /"(.*)"/.exec(line)?.[1])).toEqual(["pale", "dark"]);
  });

  test("text that moves", async () => {
    const page = await open();
    await watchShifts(page);
    await page.goto((await foreignPage({ html: "<!doctype html><div></div><p>Text</p>" })).url);
    expect(await shiftsOf(page)).toEqual([]);
    await page.evaluate(() => {
      document.querySelector("div")!.textContent = "pushed";
    });
    await expect.poll(async () => (await shiftsOf(page)).length).toBeGreaterThan(0);
  });

  test("what a strict page refuses, what is logged, and what fails", async () => {
    const nobody = "http://127.0.0.1:1";
    const html = "<!doctype html><body style='color:red'><script>1</script>";
    const page = await open();
    const noise = noiseOf(page);
    await page.goto((await foreignPage({ html, headers: strictPolicy(nobody) })).url);
    await page.evaluate((url) => fetch(url).catch(() => console.info("gone")), nobody);
    await expect.poll(() => noise.lines.at(-1)).toBe("console info: gone");
    const all = noise.lines.join(" ");
    for (const sound of ["style-src", "script-src", `failed: ${nobody}`]) expect(all).toContain(sound);
    expect(noise.origins.has(nobody)).toBe(true);
  });
});
