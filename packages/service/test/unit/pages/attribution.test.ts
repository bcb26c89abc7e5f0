import { expect, test } from "vitest";
import { attributionPage } from "../../../src/pages/attribution.js";
import { ROWS, SITE } from "./samples.js";

const page = attributionPage.draw(SITE, "en", ROWS);

test("names index, service and site address, ready to copy in three forms", () => {
  const line = "Cycle &quot;&lt;One&gt;&quot; by Peak · ";
  expect(page).toContain(`${line}<a href="https://peak.example/">peak.example</a>`);
  expect(page).toContain(`${line}[peak.example](https://peak.example/)`);
  expect(page).toContain(`<code>${line}peak.example</code>`);
});

test("has code that puts the escaped name into someone's page", () => {
  expect(page).toContain(
    "<code>Cycle &amp;quot;&amp;lt;One&amp;gt;&amp;quot; by Peak · &lt;a href=&quot;https://peak.example/&quot;&gt;",
  );
});

test("has a row per source with what it gives, its link and its license", () => {
  expect(page).toContain('<a href="https://a.example">Source: &lt;A&gt;</a></th><td>prices</td><td>CC BY 4.0</td>');
});

test("makes a link of web addresses only", () => {
  expect(page).toContain('<th scope="row">B</th><td>dominance</td><td>none found</td>');
  expect(page).not.toContain("javascript:");
});

test("says in other languages that the sources are described in English", () => {
  expect(attributionPage.draw(SITE, "de", ROWS)).toContain('<td><span lang="en">prices</span></td>');
  expect(page).not.toContain('<span lang="en">');
});

test("makes a link of an address inside a license, and keeps a day in one piece", () => {
  const row = { ...ROWS[0]!, gives: "closes since 2010-07-18", license: "CC (https://cc.example/by/4.0/): named." };
  const text = attributionPage.draw(SITE, "en", [row]);
  expect(text).toContain('since <span class="date">2010-07-18</span></td>');
  expect(text).toContain('CC (<a href="https://cc.example/by/4.0/">cc.example/by/4.0/</a>): named.</td>');
});
