import { expect, test } from "vitest";
import { embedPage } from "../../../src/pages/embed.js";
import { NAMED_SITE } from "../http/samples.js";

const EMBED = { choice: { theme: "auto", size: "md", asset: "btc" } as const, pictureSeconds: 300 };

test("the shop window shows every kind live, with the code for it", () => {
  const page = embedPage.draw(NAMED_SITE, "en", EMBED);
  const cards = page.split("<article>").slice(1);
  expect(cards).toHaveLength(6);
  for (const card of cards) expect(card).toMatch(/class="stage auto md">.*<code>.*class="copy"/s);
  for (const path of ["nhci", "nhci-badge.png", "nhci-cycle.svg"])
    expect(page).toMatch(new RegExp(`<(iframe|img) src="embed/${path}[?"]`));
  expect(page).not.toContain("asset=crypto");
});

test("previews and code follow the chosen theme, width and asset, name their language, and work below a path", () => {
  const site = { ...NAMED_SITE, cryptoAsset: true, baseUrl: new URL("https://peak.example/below/") };
  const choice = { theme: "dark", size: "lg", asset: "crypto" } as const;
  const page = embedPage.draw(site, "de", { ...EMBED, choice });
  expect(page).toContain('<img src="../embed/nhci-cycle.svg?size=lg&amp;theme=dark&amp;lang=de" ');
  expect(page).toContain(
    "data-nhci-badge data-asset=&quot;crypto&quot; data-size=&quot;lg&quot; data-theme=&quot;dark",
  );
  expect(page).toContain('<a href="?theme=light&amp;size=lg&amp;asset=crypto#shop" rel="nofollow">');
  expect(page).toContain("https://peak.example/below/embed/nhci-chart.js");
  expect(page).toContain("script-src https://peak.example; connect-src https://peak.example;");
});
