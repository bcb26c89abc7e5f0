import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openRoots } from "../support/browser.js";
import { findFirefox } from "../support/find-programs.js";
import { serve, strictPolicy } from "../support/foreign-page.js";
import { layoutsPage, unusable } from "../support/layouts.js";
import { newFolder } from "../support/made-once.js";
import { watched } from "../support/service-process.js";
import { BADGE, CHART, LINE, scriptTags, widgetSite } from "../support/widget-site.js";

const program = findFirefox();

/** The essentials of the widgets once more. Without a Firefox they are left out; `tools/prepare-tests.ts` says so. */
describe.skipIf(program === undefined)("widgets in Firefox", () => {
  test("are drawn under a strict policy, with their attribution and nothing to complain of", async () => {
    const site = await widgetSite();
    const insides = () => [...document.querySelectorAll("div")].map((host) => `${host.shadowRoot?.textContent}`);
    const seen = await seenInFirefox(
      BADGE + CHART + scriptTags(site),
      insides,
      strictPolicy(site.origin)["content-security-policy"],
    );
    expect(seen.faults).toEqual([]);
    expect(seen.result).toEqual([expect.stringContaining("72.4"), expect.stringContaining("72.4")]);
    for (const text of seen.result) expect(text).toContain(LINE);
  });

  test("have a readable width in any box of a page", async () => {
    const { result } = await seenInFirefox(layoutsPage(scriptTags(await widgetSite())), unusable);
    expect(result).toEqual([]);
  });
});

interface Seen {
  readonly result: readonly string[];
  /** What the page has thrown or written to its console, and what its policy has refused. */
  readonly faults: readonly string[];
}

/**
 * Shows a page in a Firefox of its own. The page itself looks, before the scripts of others can disturb it, and tells
 * what it has seen by going to another address, a second after all widgets show a number, or after half a minute.
 */
async function seenInFirefox(html: string, look: () => readonly string[], policy = "") {
  const told = Promise.withResolvers<Seen>();
  const script = `(${openRoots})();(${tellWhatIsSeen})(${look})`;
  const hash = `sha256-${createHash("sha256").update(script).digest("base64")}`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.replace("script-src", `$& '${hash}'`),
  };
  const port = await serve(({ url = "/" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    if (pathname === "/told") told.resolve(JSON.parse(searchParams.get("seen") ?? ""));
    if (pathname !== "/") return void response.writeHead(204).end();
    response.writeHead(200, headers).end(`<script>${script}</script>${html}`);
  });
  const profile = newFolder();
  writeFileSync(join(profile, "user.js"), PREFERENCES);
  const args = ["--headless", "--no-remote", "--profile", profile, `http://localhost:${port}/`];
  const browser = watched(spawn(program ?? "", args, { stdio: ["ignore", "pipe", "pipe"] }));
  onTestFinished(() => browser.kill());
  return told.promise;
}

const PREFERENCES = `
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.disabledForTesting", true);
`;

/** Runs in the page, and may use nothing from outside. */
function tellWhatIsSeen(look: () => readonly string[]): void {
  const faults: string[] = [];
  addEventListener("error", ({ message }) => faults.push(message));
  addEventListener("unhandledrejection", ({ reason }) => faults.push(`${reason}`));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
    // Firefox asks for an icon by itself, and reports that the policy refuses it.
    if (!blockedURI.endsWith("favicon.ico")) faults.push(`${violatedDirective}: ${blockedURI}`);
  });
  for (const level of ["warn", "error"] as const) console[level] = (...words) => faults.push(words.join(" "));
  let [rounds, drawnFor] = [0, 0];
  setInterval(() => {
    const hosts = [...document.querySelectorAll("[data-nhci-badge],[data-nhci-widget]")];
    const isDrawn = hosts.length > 0 && hosts.every(({ shadowRoot }) => /\d\d\.\d/.test(`${shadowRoot?.textContent}`));
    drawnFor = isDrawn ? drawnFor + 1 : 0;
    if (drawnFor < 10 && ++rounds < 300) return;
    location.href = `/told?seen=${encodeURIComponent(JSON.stringify({ result: look(), faults }))}`;
  }, 100);
}
