import { describe, expect, test } from "vitest";
import { attributionPage } from "../../../src/pages/attribution.js";
import { NAMED_SITE } from "../../support/sample-published.js";

const ROWS = [
  {
    name: "a",
    title: "A",
    attribution: "Source: <A>",
    gives: "closes since 2010-07-18",
    link: "https://a.example",
    license: "CC (https://cc.example/by/4.0/): named.",
  },
  { name: "b", title: "B", attribution: "B", gives: "dominance", link: "javascript:alert(1)", license: "none found" },
];

const page = attributionPage.draw(NAMED_SITE, "en", ROWS);

test("the line names index, service and site address, ready to copy in three forms", () => {
  const line = "Cycle &quot;&lt;One&gt;&quot; by Peak · ";
  const shownLine = line.replace(" · ", "<span> · </span>");
  expect(page).toContain(`${shownLine}<a href="https://peak.example/">peak.example</a>`);
  expect(page).toContain(`${line}[peak.example](https://peak.example/)`);
  expect(page).toContain(`<code>${line}peak.example</code>`);
  expect(page).toContain("by Peak · &lt;a href=&quot;https://peak.example/&quot;&gt;");
});

test("an international host is shown in the letters that people write, and linked in ASCII", () => {
  const site = { ...NAMED_SITE, baseUrl: new URL("https://münchen.example:8443/") };
  const [credited] = attributionPage.draw(site, "en", ROWS).match(/<a href="https:\/\/xn--[^<]*<\/a>/) ?? [];
  expect(credited).toBe('<a href="https://xn--mnchen-3ya.example:8443/">münchen.example:8443</a>');
});

describe("the row of a source on the attribution page", () => {
  test("has its attribution, escaped, with its link", () => {
    expect(page).toContain('<a href="https://a.example">Source: &lt;A&gt;</a></th>');
  });

  test("has what it provides", () => {
    expect(page).toContain('<td>closes since <span class="date">2010-07-18</span></td>');
  });

  test("has its license, with a link", () => {
    expect(page).toContain('<td>CC (<a href="https://cc.example/by/4.0/">cc.example/by/4.0/</a>): named.</td>');
  });

  test("has no link if that is not a web address", () => {
    expect(page).toContain('<th scope="row">B</th><td>dominance</td><td>none found</td>');
    expect(page).not.toContain("javascript:");
  });

  test("marks what it provides as English in other languages", () => {
    expect(attributionPage.draw(NAMED_SITE, "de", ROWS)).toContain('<td><span lang="en">dominance</span></td>');
  });
});
