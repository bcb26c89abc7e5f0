import { expect, test } from "vitest";
import { embedPage } from "../../../src/pages/embed.js";
import { EMBED, SITE } from "./samples.js";

const page = embedPage.draw(SITE, "en", EMBED);

test("shows every kind live, with the code for it", () => {
  const cards = page.split("<article>").slice(1);
  expect(cards).toHaveLength(6);
  for (const card of cards) expect(card).toMatch(/class="stage auto md">.*<code>.*class="copy"/s);
  for (const path of ["nhci", "nhci-badge.png", "nhci-cycle.svg"]) {
    expect(page).toMatch(new RegExp(`<(iframe|img) src="embed/${path}[?"]`));
    expect(page).toContain(`https://peak.example/embed/${path}`);
  }
  for (const name of ["chart", "badge"]) expect(page).toContain(`https://peak.example/embed/nhci-${name}.js`);
});

test("follows the chosen theme, width and asset in previews and code, and names the language of the page", () => {
  const choice = { theme: "dark", size: "lg", asset: "crypto" } as const;
  const german = embedPage.draw({ ...SITE, cryptoAsset: true }, "de", { ...EMBED, choice });
  expect(german).toContain('<img src="../embed/nhci-cycle.svg?size=lg&amp;theme=dark&amp;lang=de" ');
  expect(german).toContain(
    "data-nhci-badge data-asset=&quot;crypto&quot; data-size=&quot;lg&quot; data-theme=&quot;dark&quot;&gt;",
  );
  expect(german).toContain('<a href="?theme=light&amp;size=lg&amp;asset=crypto#shop" rel="nofollow">');
  expect(page).not.toContain("asset=crypto");
});

test("names the lines of a policy by origin, also below a path", () => {
  const below = embedPage.draw({ ...SITE, baseUrl: new URL("https://peak.example/below/") }, "en", EMBED);
  const origin = "https://peak.example";
  for (const line of [`script-src ${origin}; connect-src ${origin}`, `frame-src ${origin}`, `img-src ${origin}`]) {
    expect(below).toContain(line);
  }
  expect(below).toContain("https://peak.example/below/embed/nhci-chart.js");
});
