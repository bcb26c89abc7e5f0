import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { CURRENT, type EmbedSite, embedSite } from "../support/embed-site.js";
import { noiseOf } from "../support/page-noise.js";

browserSuite("the front page without a network", (open) => {
  test("opens with the last score, marked as old in note and title, and gives way when the network is back", async () => {
    const site = await embedSite();
    const page = await open();
    const noise = noiseOf(page);
    await visitAndKeep(page, site, "/de");
    expect(await page.locator("#saved").isVisible()).toBe(false);
    expect(noise.lines).toEqual([]);
    const title = await page.title();
    site.isGone = true;
    // What the browser's own cache answers within a minute is no copy yet: these were never asked for.
    for (const path of ["/fr", "/de?range=cycle"]) {
      await page.goto(site.origin + path);
      expect(await page.locator("#saved").isVisible()).toBe(true);
      expect(await page.locator("#saved").innerText()).toContain("Gespeicherte Kopie");
      expect(await page.title()).toBe(`(veraltet) ${title}`);
      expect(await page.locator("html").getAttribute("lang")).toBe("de");
    }
    expect(noise.lines.filter((line) => !/ERR_|Failed to load resource/.test(line))).toEqual([]);
    site.isGone = false;
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect.poll(() => page.title()).toBe(title);
  });

  test("is all that is kept: the API, pictures, widgets and other pages are asked of the network or fail", async () => {
    const site = await embedSite();
    const page = await open();
    await visitAndKeep(page, site, "/");
    const fromWorker: string[] = [];
    page.on("response", (answer) => {
      if (answer.fromServiceWorker()) fromWorker.push(new URL(answer.url()).pathname);
    });
    await page.goto(`${site.origin}/embed`);
    await page.waitForLoadState("networkidle");
    await page.goto(`${site.origin}/`);
    await page.goto(`${site.origin}/docs`); // whose scripts may ask
    expect(await page.evaluate(async (path) => (await fetch(path)).ok, CURRENT)).toBe(true);
    expect(fromWorker).toEqual(["/"]);
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toEqual(["/"]);
    site.isGone = true;
    const isAnswered = (path: string) =>
      page.evaluate(
        (asked) =>
          fetch(asked, { cache: "no-store" }).then(
            () => true,
            () => false,
          ),
        path,
      );
    for (const path of [CURRENT, "/embed/nhci-badge.svg", "/embed/nhci"])
      expect([path, await isAnswered(path)]).toEqual([path, false]);
    await expect(page.goto(`${site.origin}/record`)).rejects.toThrow("ERR_");
  });

  test("shows no copy of a page without a score", async () => {
    const site = await embedSite("waiting");
    const page = await open();
    await page.goto(`${site.origin}/`);
    await page.evaluate(`(async () => {
      const policy = trustedTypes.createPolicy("peak-worker", { createScriptURL: (address) => address });
      await navigator.serviceWorker.register(policy.createScriptURL("/worker.js"));
      await navigator.serviceWorker.ready;
    })()`);
    await page.goto(`${site.origin}/`);
    expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(0);
    site.isGone = true;
    await expect(page.goto(`${site.origin}/fr`)).rejects.toThrow("ERR_");
  });

  test("is shown no more when the site has switched it off", async () => {
    const site = await embedSite();
    const page = await open();
    await visitAndKeep(page, site, "/");
    site.otherScripts.set("/worker.js", "self.skipWaiting();");
    await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
    const states = () =>
      page.evaluate(async () => {
        const found = await navigator.serviceWorker.getRegistration();
        return [found?.installing, found?.waiting, found?.active?.state].map((each) => each ?? "none");
      });
    await expect.poll(states).toEqual(["none", "none", "activated"]);
    site.isGone = true;
    await expect(page.goto(`${site.origin}/?range=cycle`)).rejects.toThrow("ERR_");
  });

  test("can be installed: manifest and icons are as the browser wants them", async () => {
    const site = await embedSite();
    const page = await open();
    await page.goto(`${site.origin}/es`);
    const session = await page.context().newCDPSession(page);
    const { data, errors } = await session.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data ?? "");
    const resolved = (address: string) => new URL(address, `${site.origin}/es/manifest.webmanifest`).pathname;
    expect(resolved(manifest.start_url)).toBe("/es");
    const icons: readonly string[] = manifest.icons.map(({ src }: { src: string }) => resolved(src));
    const sides = await Promise.all(
      [...icons, "/apple-touch-icon.png"].map(async (src) => {
        const png = Buffer.from(await (await fetch(site.origin + src)).arrayBuffer());
        return [png.readUInt32BE(16), png.readUInt32BE(20)];
      }),
    );
    expect(sides).toEqual([192, 512, 512, 180].map((side) => [side, side]));
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);
  });

  /** Opens a front page and waits until the worker has kept it. */
  async function visitAndKeep(page: Page, site: EmbedSite, path: string): Promise<void> {
    await page.goto(site.origin + path);
    const isKept = () => page.evaluate(async (url) => (await caches.match(url)) !== undefined, site.origin + path);
    await expect.poll(isKept).toBe(true);
  }
});
