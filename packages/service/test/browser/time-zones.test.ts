import { expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { embedSite, HISTORY } from "../support/embed-site.js";
import { foreignPage, strictPolicy } from "../support/foreign-page.js";
import { bothWidgets } from "../support/host-page.js";
import { scoreShown, tableDates, textsOf } from "../support/widget-page.js";

const ZONE = "Pacific/Auckland";

browserSuite("days", (open) => {
  async function pageIn(timezoneId: string, origin: string) {
    const host = await foreignPage({ html: bothWidgets(origin), headers: strictPolicy(origin) });
    const page = await open({ timezoneId });
    await page.goto(host.url);
    await scoreShown(page, 2);
    return page;
  }

  test("read far from Greenwich are the API's, in the same words as in UTC", async () => {
    const site = await embedSite();
    const page = await pageIn(ZONE, site.origin);
    const { data } = (await (await fetch(site.origin + HISTORY)).json()) as { data: { date: string }[] };
    expect(await tableDates(page)).toEqual(data.map(({ date }) => date));
    const texts = await textsOf(page);
    expect(texts.join(" ")).toContain("UTC");
    expect(texts).toEqual(await textsOf(await pageIn("UTC", site.origin)));
  });
});
