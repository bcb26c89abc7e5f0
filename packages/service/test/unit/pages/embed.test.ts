import { EMBED_KINDS } from "peak-cycle-drawing";
import { expect, test } from "vitest";
import { embedPage } from "../../../src/pages/embed.js";
import { EMBED, SITE } from "./samples.js";

const page = embedPage.draw(SITE, "en", EMBED);

test("shows every kind live, and the code for it", () => {
  const shown = page.slice(page.indexOf('id="choose"'), page.indexOf('id="scripts"'));
  expect(shown.match(/<h3>/g)).toHaveLength(EMBED_KINDS.length);
  expect(shown.match(/class="preview auto"/g)).toHaveLength(EMBED_KINDS.length);
  for (const path of ["nhci", "nhci-badge.svg", "nhci-chart.png"]) {
    expect(shown).toMatch(new RegExp(`<(iframe|img) src="embed/${path}[?"]`));
    expect(shown).toContain(`https://peak.example/embed/${path}`);
  }
  for (const name of ["chart", "badge"]) expect(shown).toContain(`https://peak.example/embed/nhci-${name}.js`);
});

test("follows the chosen theme, size and asset in previews and code, and the language of the page where code has to name it", () => {
  const choice = { theme: "dark", size: "lg", asset: "crypto" } as const;
  const german = embedPage.draw({ ...SITE, cryptoAsset: true }, "de", { ...EMBED, choice });
  const picture = "embed/nhci-chart.svg?asset=crypto&amp;size=lg&amp;theme=dark&amp;lang=de";
  expect(german).toContain(`<img src="../${picture}" `);
  expect(german).toContain(`[![Cycle &quot;&lt;One&gt;&quot; · Krypto](https://peak.example/${picture})]`);
  expect(german).toContain(
    "data-nhci-badge data-asset=&quot;crypto&quot; data-size=&quot;lg&quot; data-theme=&quot;dark&quot;&gt;",
  );
  expect(german).toContain('<a href="?theme=light&amp;size=lg&amp;asset=crypto#choose" rel="nofollow">');
  expect(page).not.toContain("asset=crypto");
});

test("names the lines of a policy by origin, also below a path", () => {
  const below = embedPage.draw({ ...SITE, baseUrl: new URL("https://peak.example/below/") }, "en", EMBED);
  const origin = "https://peak.example";
  for (const line of [`script-src ${origin}; connect-src ${origin}`, `frame-src ${origin}`, `img-src ${origin}`]) {
    expect(below).toContain(`<code>${line}</code>`);
  }
  expect(below).toContain("https://peak.example/below/embed/nhci-chart.js");
});
