import { expect, test } from "vitest";
import { sampleSite } from "../sample-site.js";

test.each([
  ["", "/", "en"],
  ["/de", "/de", "de"],
])(
  "the manifest below %j opens %s, also below a path of someone's domain, whatever the query says",
  async (folder, start, language) => {
    const baseUrl = new URL("https://peak.example/below/");
    const { ask } = sampleSite({ config: { baseUrl } });
    const manifest = await (await ask(`${folder}/manifest.webmanifest?lang=es`)).json();
    const resolved = (address: string) =>
      new URL(address, `https://peak.example/below${folder}/manifest.webmanifest`).pathname;
    expect([resolved(manifest.start_url), manifest.lang]).toEqual([`/below${start}`, language]);
    expect([manifest.id, resolved(manifest.scope)]).toEqual(["/below/", "/below/"]);
    for (const { src } of manifest.icons) expect((await ask(resolved(src).replace("/below", ""))).status).toBe(200);
  },
);
