import { type Html, html } from "./html.js";
import type { Locale } from "./locales/locale.js";
import { addressOf, type Site } from "./site.js";

/** The same question in several languages. */
export function examplesSection(words: Locale["docs"]["examples"], site: Site): Html {
  const current = addressOf(site, "/api/public/nhci");
  const code = (text: string) => html`<pre tabindex="0"><code>${text}</code></pre>
`;
  return html`<section aria-labelledby="examples">
<h2 id="examples">${words.heading}</h2>
<p>${words.backOff}</p>
<h3>curl</h3>
${code(curl(current))}<h3>JavaScript</h3>
${code(javascript(current))}<h3>Python</h3>
${code(python(current))}<h3>${words.sheets}</h3>
<p>${words.sheetsNote}</p>
${code(sheets(current))}<h3>${words.excel}</h3>
<p>${words.excelNote}</p>
${code(excel(current))}</section>`;
}

function curl(address: string): string {
  return `curl ${address}

# only if it has changed: --etag-* keeps the ETag in a file
curl --etag-save score.etag --etag-compare score.etag -o score.json ${address}`;
}

function javascript(address: string): string {
  return `async function read(url, attempts = 5) {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const answer = await fetch(url);
    if (answer.ok) return answer.json();
    if (answer.status !== 429 && answer.status !== 503) throw new Error(\`status \${answer.status}\`);
    const told = Number(answer.headers.get("Retry-After") ?? 1);
    const seconds = told * 2 ** attempt * (1 + Math.random() / 4);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
  throw new Error("no answer");
}

const { btc } = await read("${address}");
console.log(btc.score, btc.phase_key, btc.stale ? "stale" : "fresh");`;
}

function python(address: string): string {
  return `import json, random, time
from urllib.error import HTTPError
from urllib.request import urlopen

def read(url, attempts=5):
    for attempt in range(attempts):
        try:
            with urlopen(url, timeout=10) as answer:
                return json.load(answer)
        except HTTPError as error:
            if error.code not in (429, 503):
                raise
            told = int(error.headers.get("Retry-After", 1))
            time.sleep(told * 2**attempt * (1 + random.random() / 4))
    raise RuntimeError("no answer")

btc = read("${address}")["btc"]
print(btc["score"], btc["phase_key"], "stale" if btc["stale"] else "fresh")`;
}

function sheets(current: string): string {
  return `=IMPORTDATA("${current}/score.txt")
=IMPORTDATA("${current}/history.csv")
=IMPORTDATA("${current}/score.txt"; ","; "en_US")`;
}

function excel(current: string): string {
  return `=NUMBERVALUE(CLEAN(WEBSERVICE("${current}/score.txt")),".")`;
}
