import { expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { EMBED_DATA, embedSite } from "../support/embed-site.js";

browserSuite("an open front page", (open) => {
  test("says how old the score is, and asks nobody until the next is due", async () => {
    const site = await embedSite();
    const page = await open();
    await page.clock.install({ time: "2026-11-21T07:17:10Z" });
    await page.goto(`${site.origin}/`);
    const updated = page.locator("#age");
    expect(await updated.innerText()).toBe("12 min. ago");
    await page.clock.runFor("40:00");
    expect(await updated.innerText()).toContain("52 min. ago");
    expect(site.count(EMBED_DATA)).toBe(0);
  });

  test("marks the score after two hours", async () => {
    const site = await embedSite();
    const page = await open();
    await page.clock.install({ time: "2026-11-21T09:04:50Z" });
    await page.goto(`${site.origin}/`);
    const [age, title] = [page.locator("#age"), await page.title()];
    expect(await age.innerText()).not.toContain("▲");
    await page.clock.runFor("01:30");
    expect(await age.innerText()).toContain("▲ 2 hr old");
    expect(await page.title()).toBe(`(old) ${title}`);
  });

  test("is loaded again when there is a newer score, once a minute at most", async () => {
    const site = await embedSite();
    const page = await open();
    await page.clock.install({ time: "2026-11-21T08:05:30Z" });
    await page.route(`**${EMBED_DATA}`, (route) =>
      route.fulfill({ json: { btc: { updated_at: "2026-11-21T08:05:01.000Z" } } }),
    );
    await page.goto(`${site.origin}/`);
    const loaded = () => site.asked.filter((each) => each === "GET /").length;
    const before = loaded();
    await page.clock.runFor(58_500); // the rest passes by itself: to load the page ends its clock
    expect(loaded()).toBe(before);
    const whole = page.waitForEvent("load"); // a context that is closed while its page loads may never close
    await expect.poll(loaded, { timeout: 5000 }).toBe(before + 1);
    await whole;
  });
});
