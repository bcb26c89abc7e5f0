import { describe, expect, test } from "vitest";
import { embedPage } from "../../../src/pages/embed.js";
import { NAMED_SITE } from "../../support/sample-published.js";

const EMBED = {
  choice: { theme: "auto", size: "md", asset: "btc", lang: "auto" } as const,
  pictureSeconds: 300,
};

describe("the cards of the embed page", () => {
  const page = embedPage.draw(NAMED_SITE, "en", EMBED);
  const cards = page.split("<article>").slice(1); // what precedes the first card

  test("has three cards, one of which is recommended", () => {
    expect(cards).toHaveLength(3);
    expect(page.match(/Most pages want this/g)).toHaveLength(1);
  });

  test("has three previews with their code in each card, one of them chosen", () => {
    for (const card of cards) {
      expect(card.match(/class="stage auto md">.*?<code>.*?class="copy"/gs)).toHaveLength(3);
      expect(card.match(/<input type="radio"/g)).toHaveLength(3);
      expect(card.match(/ checked/g)).toHaveLength(1);
    }
  });

  test("has a Markdown badge in each card", () => {
    for (const card of cards) expect(card).toMatch(/\[!\[.*?\]\(https:\/\/peak\.example\/embed\/nhci-/);
  });

  test.each(["nhci", "nhci-chart.svg", "nhci-badge.svg", "nhci-cycle.svg"])("previews %s", (path) => {
    expect(page).toMatch(new RegExp(`<(iframe|img) src="embed/${path}["?]`));
  });

  test("does not offer crypto unless the operator does", () => {
    expect(page).not.toContain("asset=crypto");
  });
});

test("the badge is shown in its usual and in its smallest width", () => {
  const page = embedPage.draw(NAMED_SITE, "en", EMBED);
  expect([...page.matchAll(/<div data-nhci-badge data-size="(\w+)"/g)].map(([, size]) => size)).toEqual(["md", "sm"]);
});

/** The page in German at a site below a path, with every choice made. */
function chosenPage(): string {
  const site = { ...NAMED_SITE, cryptoAsset: true, baseUrl: new URL("https://peak.example/below/") };
  const choice = { theme: "dark", size: "lg", asset: "crypto", lang: "fr" } as const;
  return embedPage.draw(site, "de", { ...EMBED, choice });
}

test("every preview follows the chosen theme, width, language and asset", () => {
  const page = chosenPage();
  const pictures = [...page.matchAll(/(?:<img src=|<iframe src=)"\.\.(.*?)"/g)].map(([, path = ""]) => path);
  expect(pictures).toHaveLength(9);
  for (const path of pictures.filter((each) => !each.includes("style=flat"))) {
    expect(path).toMatch(/size=lg|nhci\?/);
    expect(path).toMatch(/theme=dark/);
  }
  for (const path of pictures) expect([path, path.includes("lang=fr")]).toEqual([path, true]);
  expect(page).toContain("../embed/nhci-badge.svg?asset=crypto&amp;size=lg&amp;theme=dark&amp;lang=fr");
  expect(page).toContain(' data-lang="fr"></div>');
});

test("the code to copy follows the chosen theme, width, language and asset", () => {
  const page = chosenPage();
  expect(page).toContain("data-lang=&quot;fr&quot;");
  expect(page).toContain(
    "data-nhci-badge data-asset=&quot;crypto&quot; data-size=&quot;lg&quot; data-theme=&quot;dark",
  );
});

test("each choice on the page of embeds is a link that keeps the others", () => {
  expect(chosenPage()).toContain(
    '<a href="?theme=light&amp;size=lg&amp;asset=crypto&amp;lang=fr#shop" rel="nofollow">',
  );
});

test("the code to copy and the policy to add contain the site's URL with its path", () => {
  const page = chosenPage();
  expect(page).toContain("https://peak.example/below/embed/nhci-chart.js");
  expect(page).toContain("script-src https://peak.example; connect-src https://peak.example;");
});

test("a script follows the language of its page, and a picture has the language of the embed page", () => {
  const page = embedPage.draw(NAMED_SITE, "de", EMBED);
  expect(page).not.toContain("data-lang=");
  expect(page).toContain("../embed/nhci-chart.svg?theme=auto&amp;lang=de");
});
