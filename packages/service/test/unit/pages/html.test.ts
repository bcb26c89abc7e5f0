import { expect, test } from "vitest";
import { html, joined, plainText, webLink } from "../../../src/pages/html.js";

test("values cannot become markup", () => {
  const evil = `<script>"'&</script>`;
  expect(html`<p title="${evil}">${evil}</p>`.text).toBe(
    '<p title="&lt;script&gt;&quot;&#39;&amp;&lt;/script&gt;">&lt;script&gt;&quot;&#39;&amp;&lt;/script&gt;</p>',
  );
});

test("markup stays markup, lists are joined, nothing is drawn for undefined", () => {
  expect(html`<ul>${[1, 2].map((n) => html`<li>${n}</li>`)}</ul>${undefined}`.text).toBe(
    "<ul><li>1</li><li>2</li></ul>",
  );
});

test("only web addresses become links", () => {
  expect(webLink("https://peak.example/a")).toBe("https://peak.example/a");
  expect(webLink("javascript:alert(1)")).toBeUndefined();
  expect(webLink("data:text/html,x")).toBeUndefined();
  expect(webLink("nonsense")).toBeUndefined();
});

test("markup has no place in an attribute: its text stays", () => {
  const bold = html`<b>1 &lt; 2</b> "${"&"}"`;
  expect(html`<a title="${bold}">${bold}</a>`.text).toBe(
    '<a title="1 &lt; 2 &quot;&amp;&quot;"><b>1 &lt; 2</b> "&amp;"</a>',
  );
  expect(html`<a title="a ${bold}"${html` hidden`}>`.text).toBe('<a title="a 1 &lt; 2 &quot;&amp;&quot;" hidden>');
  expect(html`<a title="${[bold, html`<i>"</i>`]}">`.text).toBe('<a title="1 &lt; 2 &quot;&amp;&quot;&quot;">');
  expect(plainText(bold)).toBe('1 < 2 "&"');
});

test("sentences are joined with their markup", () => {
  expect(joined(["<", html`<i>b</i>`], "; ").text).toBe("&lt;; <i>b</i>");
  expect(joined([], "; ").text).toBe("");
});
