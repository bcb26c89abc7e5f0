import { describe, expect, test } from "vitest";
import { dataBlock, html, plainText, webLink } from "../../../src/pages/html.js";

test("values cannot become markup, neither in text nor in attributes", () => {
  const evil = `<script>"'&</script>`;
  const escaped = "&lt;script&gt;&quot;&#39;&amp;&lt;/script&gt;";
  expect(html`<p title="${evil}">${evil}</p>`.text).toBe(`<p title="${escaped}">${escaped}</p>`);
});

test("markup in an attribute is reduced to its text", () => {
  const bold = html`<b>1 &lt; 2</b> "${"&"}"`;
  expect(html`<a title="a ${bold}"${html` hidden`}>${bold}</a>`.text).toBe(
    '<a title="a 1 &lt; 2 &quot;&amp;&quot;" hidden><b>1 &lt; 2</b> "&amp;"</a>',
  );
  expect(plainText(bold)).toBe('1 < 2 "&"');
});

test("only web addresses become links", () => {
  const addresses = ["https://peak.example/a", "javascript:alert(1)", "data:text/html,x", "nonsense"];
  expect(addresses.map(webLink)).toEqual(["https://peak.example/a", undefined, undefined, undefined]);
});

describe("a data block", () => {
  const DATA = { text: "</script><script>alert(1)</script><!--" };
  const { text } = dataBlock("points", DATA);

  test("is not closed by any text in it", () => {
    expect(text.match(/<\/?script|<!--/g)).toEqual(["<script", "</script"]);
  });

  test("is read back by its page as it was", () => {
    expect(JSON.parse(text.slice(text.indexOf(">") + 1, text.lastIndexOf("</script>")))).toEqual(DATA);
  });
});
