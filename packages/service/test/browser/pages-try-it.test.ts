import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { type EmbedSite, embedSite } from "../support/embed-site.js";
import { noiseOf } from "../support/page-noise.js";

browserSuite("the button that tries an endpoint", (open) => {
  async function docs(site: EmbedSite): Promise<Page> {
    const page = await open();
    await page.goto(`${site.origin}/docs#all`);
    return page;
  }

  async function press(page: Page, endpoint: string): Promise<readonly string[]> {
    const place = page.locator(`[data-try$="${endpoint}"]`);
    await place.locator("button").click();
    await place.locator("button:enabled").waitFor();
    await place.locator("[role=status] :is(pre, p):last-child").waitFor();
    return place.locator("pre, [role=status] > p").allTextContents();
  }

  test("shows status, headers and body of the real answer", async () => {
    const site = await embedSite();
    const page = await docs(site);
    const noise = noiseOf(page);
    const [status, headers, body = ""] = await press(page, "api/public/nhci");
    expect(status).toMatch(/^200 OK · \d+ ms$/);
    expect(headers).toContain('RateLimit-Policy: "public";q=20;w=60');
    expect(headers).toContain("ETag: ");
    expect(JSON.parse(body)).toMatchObject({ ok: true, btc: { stale: false } });
    expect(await press(page, "healthz")).toHaveLength(3);
    expect(JSON.parse((await press(page, "nhci/meta"))[2] ?? "")).toMatchObject({ ok: true, stale: false });
    expect(noise.lines).toEqual([]);
    expect([...noise.origins]).toEqual([site.origin]);
  });

  test("shows a refusal with the time to wait, says that there was no answer, and can be pressed again", async () => {
    const site = await embedSite();
    const page = await docs(site);
    const headersOf429 = { "retry-after": "30", "access-control-expose-headers": "Retry-After" };
    const problem = { status: 429, headers: headersOf429, json: { ok: false } };
    await page.route("**/api/**", (route) => route.fulfill(problem));
    const [status, headers, body] = await press(page, "nhci/history");
    expect(status).toMatch(/^429 /);
    expect(headers).toContain("Retry-After: 30");
    expect(body).toContain('"ok": false');
    await page.route("**/api/**", (route) => route.abort());
    expect(await press(page, "api/public/nhci")).toEqual(["No answer: the service could not be reached."]);
    await page.unroute("**/api/**");
    expect((await press(page, "api/public/nhci"))[0]).toMatch(/^200/);
  });

  test("is a plain link without scripts", async () => {
    const site = await embedSite();
    const page = await open({ javaScriptEnabled: false });
    await page.goto(`${site.origin}/docs#current`);
    expect(await page.locator("[data-try] button").count()).toBe(0);
    await page.click('[data-try$="api/public/nhci"] a');
    expect(new URL(page.url()).pathname).toBe("/api/public/nhci");
  });
});
