import { verifySite } from "peak-cycle-verify";
import { expect, test } from "vitest";
import { SCENES } from "../../../src/http/scenes.js";
import { freePort } from "../../support/loopback.js";
import { run } from "../../support/running-site.js";

test("the verifier finds every scene with a history sound", async () => {
  const port = await freePort();
  const { url } = await run({ config: { port, baseUrl: new URL(`http://127.0.0.1:${port}`) } });
  for (const { name } of SCENES.filter(({ answers }) => answers === undefined)) {
    const lines: string[] = [];
    const base = new URL(`${url}/sandbox/${name}`);
    const verdict = await verifySite(base, {}, (line) => lines.push(line), new AbortController().signal);
    expect(verdict, `${name}: ${lines.join("")}`).toBe("sound");
    expect(lines[1]).toMatch(/^ok {5}30 rows of the history, /);
  }
});
