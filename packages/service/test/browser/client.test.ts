import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { run } from "../integration/http/running.js";
import { browserSuite } from "../support/browser.js";
import { foreignPage } from "../support/foreign-page.js";

const CLIENT = new URL("../../../client/dist/client.js", import.meta.url);

/** Of a page that asks twice, the second time a minute later by its own clock. */
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
    await page.route("**/client.js", (route) =>
      route.fulfill({ body: readFileSync(CLIENT, "utf8"), contentType: "text/javascript" }),
    );
    const statuses: string[] = [];
    page.on("response", (response) => {
      if (response.url().startsWith(url)) statuses.push(`${response.request().method()} ${response.status()}`);
    });
    const host = await foreignPage({ html: `<body><script type="module">${script(url)}</script>` });
    await page.goto(host.url);
    const seen: readonly unknown[] = await page.evaluate("window.seen");
    expect(seen).toEqual([expect.any(Number), true, undefined]);
    expect(statuses.filter((each) => each.startsWith("GET"))).toEqual(["GET 200", "GET 304"]);
  });
});
