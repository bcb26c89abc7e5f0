/**
 * Starts what the suites share: a site on simulated sources that was set up from nothing, and a Chromium. With
 * PEAK_ORIGIN the suites of the public contract, the verifier and the widgets use that site instead.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startChromium } from "../../../packages/service/test/support/chromium.js";
import { orEnd } from "../../../packages/service/test/support/service-process.js";
import { makePast } from "./frozen-site.js";
import { CURRENT, eventually, HISTORY, isAnswered, noteMade, serve, startSimulator } from "./peak.js";

declare module "vitest" {
  interface ProvidedContext {
    readonly origin: string;
  }
}

const ends: (() => Promise<unknown> | unknown)[] = [];

/** Tests wait for the first starts themselves, with `untilMade`, so that other projects can run meanwhile. */
export async function setup({ provide }: TestProject): Promise<void> {
  const folders = mkdtempSync(join(tmpdir(), "peak-net-"));
  ends.push(() => rmSync(folders, { recursive: true, force: true }));
  const [site, browser] = await Promise.all([process.env["PEAK_ORIGIN"] ?? startSite(folders), startChromium()]);
  const past = makePast(folders);
  ends.push(() => past);
  provide("origin", site);
  provide("folders", folders);
  ends.push(() => browser?.close());
  provide("chromium", browser?.wsEndpoint());
}

export async function teardown(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}

async function startSite(folders: string): Promise<string> {
  const { program: simulator, upstream } = await startSimulator();
  const DATA_DIR = join(folders, "data");
  const site = serve({ DATA_DIR, SECURITY_CONTACT: "mailto:a@peak.example", ...upstream });
  const { program, origin } = await orEnd(site, simulator);
  ends.push(() => program.kill());
  // Once there is a record, the sources fall silent, so that nothing changes within an hour.
  const settle = async () => {
    for (const path of [CURRENT, HISTORY, `${CURRENT}/record`, "/embed/nhci-badge.png"])
      await eventually(path, () => isAnswered(origin, path));
    await simulator.kill();
    noteMade(folders, "site");
  };
  const settled = settle();
  ends.push(() => settled);
  return origin;
}
