/** The examples of `/docs`: how to ask for the score now from several languages and programs. */
import { codeBlock, section } from "./blocks.js";
import { DOCS_WORDS } from "./docs-words.js";
import type { Html } from "./html.js";

/** @param address of the endpoint */
export function examplesSection(address: string): Html {
  const { heading, backOff, sheetsNote, excelNote } = DOCS_WORDS.examples;
  return section("examples", heading)`<p>${backOff}</p>
<h3>curl</h3>
${codeBlock(curl(address))}<h3>JavaScript</h3>
${codeBlock(javascript(address))}<h3>Python</h3>
${codeBlock(python(address))}<h3>Google Sheets</h3>
<p>${sheetsNote}</p>
${codeBlock(sheets(address))}<h3>Excel, LibreOffice</h3>
<p>${excelNote}</p>
${codeBlock(excel(address))}`;
}

function curl(address: string): string {
  return `curl ${address}

# only if it has changed: --etag-* keeps the ETag in a file
curl --etag-save score.etag --etag-compare score.etag -o score.json ${address}`;
}

function javascript(address: string): string {
  return `async function read(url, attempts = 5) {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(url);
    if (answer.ok) return answer.json();
    if (attempt === attempts || ![429, 503].includes(answer.status)) throw new Error(\`status \${answer.status}\`);
    const seconds = Number(answer.headers.get("Retry-After")) + 2 ** attempt * Math.random();
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

const { btc } = await read("${address}");
console.log(btc.score, btc.phase_key, btc.stale ? "stale" : "fresh");`;
}

function python(address: string): string {
  return `import json, random, time
from urllib.error import HTTPError
from urllib.request import urlopen

def read(url, attempts=5):
    for attempt in range(1, attempts + 1):
        try:
            with urlopen(url, timeout=10) as answer:
                return json.load(answer)
        except HTTPError as error:
            if attempt == attempts or error.code not in (429, 503):
                raise
            time.sleep(int(error.headers.get("Retry-After", 0)) + 2**attempt * random.random())

btc = read("${address}")["btc"]
print(btc["score"], btc["phase_key"], "stale" if btc["stale"] else "fresh")`;
}

function sheets(current: string): string {
  return `=IMPORTDATA("${current}/score.txt")
=IMPORTDATA("${current}/history.csv")
=IMPORTDATA("${current}/score.txt"; ","; "en_US")
=IMPORTDATA("${current}/history.csv"; ","; "en_US")`;
}

function excel(current: string): string {
  return `=NUMBERVALUE(CLEAN(WEBSERVICE("${current}/score.txt")),".")`;
}
