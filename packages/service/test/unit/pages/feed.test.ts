import { expect, test } from "vitest";
import { feedPage } from "../../../src/pages/feed.js";
import { ANNOUNCEMENTS } from "../../support/sample-extras.js";
import { NAMED_SITE } from "../../support/sample-published.js";

const draw = (changes = ANNOUNCEMENTS) => feedPage.draw(NAMED_SITE, "en", changes).replaceAll("\n", " ");

test("the page of the feeds has the URLs to copy, and the newest change first, linked to its entry", () => {
  const page = draw();
  const places = [
    "<code>https://peak.example<wbr>/feed.atom</code>",
    "<code>https://peak.example<wbr>/feed.json</code>",
  ];
  for (const text of places) expect(page).toContain(text);
  expect(page.match(/(?<=href="record#)[^"]+/g)).toEqual([
    ...["2026-11-20-signal", "2026-11-20-top_risk", "2026-11-10-phase"],
    ...["2026-11-01-descent_guard", "2026-10-12-phase", "changes"],
  ]);
  expect(page).toContain("Bitcoin settled signal: Caution, was Hold</a>");
  expect(page).toMatch(/settled phase is now <b class="BULL">Bull Active<\/b>, the settled signal Caution\./);
});

test("the feed page shows the twelve newest changes, and says so if there are none", () => {
  const many = Array.from({ length: 30 }, () => ANNOUNCEMENTS).flat();
  expect(draw(many).match(/<time /g)).toHaveLength(12);
  expect(draw([])).toContain("No change yet.");
});

test("the page of the feeds has the operator's channel first, if there is one", () => {
  const followUrl = new URL('https://t.me/peak?x="><script>');
  const page = feedPage.draw({ ...NAMED_SITE, followUrl }, "en", ANNOUNCEMENTS).replaceAll("\n", " ");
  expect(page).toContain(`<a class="button" href="${followUrl.href.replaceAll("&", "&amp;")}">Follow on t.me/peak</a>`);
  expect(page.indexOf("Follow on t.me/peak")).toBeLessThan(page.indexOf("/feed.atom</code>"));
  expect(draw()).not.toContain("Follow on");
});
