import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { run } from "../integration/http/running.js";
import { browserSuite } from "../support/browser.js";
import { foreignPage } from "../support/foreign-page.js";

const CLIENT = new URL("../../../client/dist/client.js", import.meta.url);

/** Asks twice, the second time a minute later by its own clock. */
const script = (baseUrl: string) => `
import { peakClient } from "/client.js";
let now = Date.now();
const { current } = peakClient({ baseUrl: "${baseUrl}", clock: { now: () => now, sleep: async () => {} } });
const ask = async () => {
  const first = await current();
  now += 61_000;
  const later = await current();
  return [first.data.btc.score, later.data === first.data, later.failure];
};
window.seen = ask();`;

browserSuite("the client in a page of another origin", (open) => {
  test("reads the score, and later asks whether it has changed", async () => {
    const { url } = await run();
    const page = await open();
    const statuses: number[] = [];
    page.on("response", (response) => {
      if (response.url().startsWith(url) && response.request().method() === "GET") statuses.push(response.status());
    });
    const html = `<body><script type="module">${script(url)}</script>`;
    await page.goto(await foreignPage(html, {}, { "/client.js": readFileSync(CLIENT, "utf8") }));
    expect(await page.evaluate("window.seen")).toEqual([expect.any(Number), true, undefined]);
    expect(statuses).toEqual([200, 304]);
  });
});
