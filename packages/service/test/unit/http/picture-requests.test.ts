/** Pictures requested over real connections, which clients may close. */

import { request } from "node:http";
import { expect, test } from "vitest";
import { ask } from "../../support/ask.js";
import { run } from "../../support/running-site.js";

const SCENES = ["fondo", "acum", "bull", "hot", "peak", "descent", "top-risk", "both", "stale", "crossed"];
const VARIANTS = ["light", "dark"].flatMap((theme) => ["sm", "md", "lg"].map((size) => `theme=${theme}&size=${size}`));

/** 120 cold pictures, all different. */
const SANDBOX_PICTURES = SCENES.flatMap((scene) =>
  ["badge", "chart"].flatMap((picture) =>
    VARIANTS.map((variant) => `/sandbox/${scene}/embed/nhci-${picture}.png?${variant}`),
  ),
);

/** A busy machine takes a while to read 120 requests. */
const PATIENT = { timeout: 60_000 };

/** A site whose drawings the test ends one by one. */
async function drawingSite() {
  const finish: (() => void)[] = [];
  const drawPng = (svg: string) => new Promise<Uint8Array>((resolve) => finish.push(() => resolve(Buffer.from(svg))));
  const { url, pngsDrawn } = await run({ drawPng });
  const next = async () => {
    await expect.poll(() => finish.length, PATIENT).toBeGreaterThan(0);
    finish.shift()?.();
  };
  /** Sends a request, and can disconnect before the response. */
  const asking = (path: string) => {
    const asked = request(url + path, { agent: false });
    asked.on("error", () => {});
    asked.end();
    return asked;
  };
  return { url, next, asking, pngsDrawn, isDrawing: () => finish.length > 0 };
}

test("one of the site's own pictures is drawn next although one address has requested 120 of the sandbox", async () => {
  const { url, next, pngsDrawn, isDrawing } = await drawingSite();
  const flood = SANDBOX_PICTURES.map((path) => ask(url + path));
  await expect.poll(isDrawing, PATIENT).toBe(true);
  const isRefused = Promise.all(flood).then((replies) => replies.filter(({ status }) => status === 503));
  const settled = { own: 0 };
  const own = ask(`${url}/embed/nhci-badge.png`, { from: "127.0.0.2" }).then(({ status }) => {
    settled.own = status;
  });
  await ask(`${url}/healthz`); // arrives after it
  await next();
  await next();
  await own;
  expect([settled.own, pngsDrawn()]).toEqual([200, 3]); // the third has begun
  for (let i = 0; i < 7; i++) await next();
  const refused = await isRefused;
  expect(refused).toHaveLength(SANDBOX_PICTURES.length - 8);
  expect(refused.every(({ headers }) => headers["retry-after"] === "1")).toBe(true);
});

test("a picture abandoned before its turn is not drawn; one that a proxy requests again is drawn once", async () => {
  const { url, next, asking, pngsDrawn, isDrawing } = await drawingSite();
  const first = ask(`${url}/embed/nhci-badge.png`);
  await expect.poll(isDrawing, PATIENT).toBe(true);
  const left = ["sm", "md", "lg"].map((size) => asking(`/embed/nhci-chart.png?size=${size}`));
  const again = ask(`${url}/embed/nhci-chart.png?size=lg`);
  await ask(`${url}/healthz`);
  const closed = left.map((each) => new Promise((resolve) => each.on("close", resolve)));
  for (const each of left) each.destroy();
  await Promise.all(closed);
  await ask(`${url}/healthz`);
  await next();
  await next();
  expect([(await first).status, (await again).status, pngsDrawn()]).toEqual([200, 200, 2]);
});
