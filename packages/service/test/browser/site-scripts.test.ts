/** The scripts of our own pages: they copy code, and keep an open front page up to date. */
import { expect, test } from "vitest";
import { browserSuite, noiseOf, type PageOptions } from "../support/browser.js";
import { shownSite } from "../support/shown-site.js";

browserSuite("the button of a code block", (open) => {
  const docs = async (options: PageOptions = {}) => {
    const page = await open(options);
    await page.goto(`${await shownSite()}/docs`);
    return { page, button: page.locator(".code .copy").first(), code: page.locator("pre code").first() };
  };

  test("copies the code and confirms it, also to screen readers", async () => {
    const { page, button, code } = await docs({ permissions: ["clipboard-read", "clipboard-write"] });
    await button.click();
    await expect.poll(() => page.locator("[role=status]").textContent()).toBe("Copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.textContent());
  });

  test("selects the code where copying is not allowed", async () => {
    const { page, button, code } = await docs();
    await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))");
    await button.click();
    await expect.poll(() => button.textContent()).toMatch(/^Selected/);
    expect((await page.evaluate(() => `${getSelection()}`)).trim()).toBe((await code.textContent())?.trim());
  });
});

browserSuite("the iframe of /embed", (open) => {
  test("opens when it is near the viewport, and is a picture of its width until then", async () => {
    const page = await open({ width: 400 });
    const { lines } = noiseOf(page);
    await page.goto(`${await shownSite()}/embed`);
    await page.locator("[data-nhci-widget] svg").waitFor();
    const frame = page.locator(".poster iframe");
    expect(page.frames()).toHaveLength(1);
    const picture = page.locator(".poster img");
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320);
    await picture.scrollIntoViewIfNeeded();
    await frame.contentFrame().locator("svg").getByText("Bitcoin cycle index").waitFor();
    await frame.filter({ visible: true }).waitFor();
    expect(await picture.count()).toBe(0);
    expect(lines).toEqual([]);
  });

  test("is present once if scripts do not run", async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(`${await shownSite()}/embed`);
    const frame = page.locator("iframe").filter({ visible: true });
    await frame.scrollIntoViewIfNeeded();
    await frame.contentFrame().getByText("Bitcoin cycle index").filter({ visible: true }).waitFor();
  });
});

browserSuite("an open front page", (open) => {
  const home = async (time: string) => {
    const page = await open();
    await page.clock.install({ time: `2026-11-21T${time}Z` });
    const { asked } = noiseOf(page);
    const load = () => page.goto(`${site}/`);
    const site = await shownSite();
    return { page, age: page.locator("#age"), asked, load };
  };

  test("shows the score's age, and sends no request until the next one is due", async () => {
    const { page, age, asked, load } = await home("07:17:10");
    await load();
    expect(await age.innerText()).toBe("12 minutes ago");
    await page.clock.runFor("40:00");
    expect(await age.innerText()).toContain("52 minutes ago");
    expect(asked).not.toContain("/embed/nhci.json");
  });

  test("marks the score after two hours", async () => {
    const { page, age, load } = await home("09:04:50");
    await load();
    const title = await page.title();
    expect(await age.innerText()).not.toContain("old");
    await page.clock.runFor("01:30");
    expect(await age.innerText()).toContain("2 hr old");
    expect(await page.title()).toBe(`(old) ${title}`);
  });

  test("dates the score after a day", async () => {
    const { page, age, load } = await home("09:06:00");
    await load();
    await page.clock.runFor("22:00:00");
    expect(await age.innerText()).toBe("Nov 21, 2026, 07:05 UTC");
  });

  test("of a reader whose clock is five hours slow is kept up to date, and marked after two hours", async () => {
    const { page, age, asked, load } = await home("02:05:10");
    await load();
    expect(await age.innerText()).toBe("07:05 UTC");
    await page.clock.runFor("59:00");
    expect(asked).not.toContain("/embed/nhci.json");
    await page.clock.runFor("02:00");
    await expect.poll(() => asked).toContain("/embed/nhci.json");
    await page.clock.runFor("01:01:00");
    expect(await age.innerText()).toContain("2 hr old");
  });

  test("reloads when there is a newer score, at most once a minute", async () => {
    const { page, load } = await home("08:05:30");
    await page.route("**/embed/nhci.json", (route) =>
      route.fulfill({ json: { btc: { updated_at: "2026-11-21T08:05:01.000Z" } } }),
    );
    await load();
    await page.evaluate("window.isOld = true");
    await page.clock.runFor(58_500); // the rest passes in real time, because loading the page ends its fake clock
    expect(await page.evaluate("window.isOld")).toBe(true);
    await page.waitForEvent("load");
    expect(await page.evaluate("window.isOld")).toBeUndefined();
  });
});

browserSuite("the button for sharing the front page", (open) => {
  const sharing = async () => {
    const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.clock.install();
    await page.goto(`${await shownSite()}/`);
    return { page, share: page.locator("#share") };
  };

  test("has its name back after it was pressed twice", async () => {
    const { page, share } = await sharing();
    const name = await share.textContent();
    for (let i = 0; i < 2; i++) {
      await share.click();
      await expect.poll(() => share.textContent()).not.toBe(name);
      await page.clock.runFor(1000);
    }
    await page.clock.runFor(5000);
    expect(await share.textContent()).toBe(name);
  });

  test("opens a tab and copies nothing when it is pressed with Ctrl", async () => {
    const { page, share } = await sharing();
    const name = await share.textContent();
    const opened = page.context().waitForEvent("page");
    await share.click({ modifiers: ["Control"] });
    await opened;
    expect(await share.textContent()).toBe(name);
  });
});
