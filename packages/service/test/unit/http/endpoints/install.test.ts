import { expect, test } from "vitest";
import type { EndpointDeps } from "../../../../src/http/endpoint.js";
import { install } from "../../../../src/http/endpoints/install.js";
import { isKnownPath } from "../../../../src/http/router.js";
import { askEndpoint } from "../ask-endpoint.js";
import { sampleDeps } from "../sample-deps.js";

function ask(target: string, deps: EndpointDeps = sampleDeps()) {
  const found = install.find(({ path }) => path === target.replace(/\?.*/, ""));
  if (found === undefined) throw new Error(`nothing answers ${target}`);
  return askEndpoint(found, deps, target);
}

test.each([
  ["", "/", "en"],
  ["/de", "/de", "de"],
])(
  "the manifest below %j opens %s, also below a path of someone's domain, whatever the query says",
  async (folder, start, language) => {
    const deps = sampleDeps();
    const baseUrl = new URL("https://peak.example/below/");
    const { text } = await ask(`${folder}/manifest.webmanifest?lang=es`, {
      ...deps,
      config: { ...deps.config, baseUrl },
    });
    const manifest = JSON.parse(text);
    const resolved = (address: string) =>
      new URL(address, `https://peak.example/below${folder}/manifest.webmanifest`).pathname;
    expect([resolved(manifest.start_url), manifest.lang]).toEqual([`/below${start}`, language]);
    expect([manifest.id, resolved(manifest.scope)]).toEqual(["/below/", "/below/"]);
    for (const { src } of manifest.icons) expect(isKnownPath(resolved(src).replace("/below", ""))).toBe(true);
  },
);
