import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { type Browser, chromium, type Page } from "playwright-core";
import { SCENES } from "../src/http/sandbox-scenes.js";
import { CHROMIUM_ARGUMENTS, chromiumEnvironment } from "../test/support/chromium.js";
import { findChromium } from "../test/support/find-programs.js";
import { strictPolicy } from "../test/support/foreign-page.js";
import type { Attack, TorturePart } from "./part.js";
import { attackedService } from "./service.js";
import { hostilePage } from "./widgets/hostile-page.js";
import { inkOfHosts } from "./widgets/ink.js";
import { type IsolatedWorld, isolatedWorld } from "./widgets/isolated-world.js";

/** Of each pixel: so many have to differ before something is seen. A line of small letters has some hundred. */
const MIN_INK = 20;
const LOOK_MS = 500;
/** A look misses twice before the line moves, a further one tries the better places again. */
const LOOKS = 5;
/** An observer of covers waits for 100 ms of the browser's own time. */
const COVERS_MS = 120;
/** In the page's time, after the first answers: no answer is younger than this when it is asked for again. */
const FRESH_MS = 50_000;

/** Pages of others that hide, patch and move what is around a widget. */
export const widgetsPart: TorturePart = {
  name: "widgets",
  about: "random hostile pages around the widgets, in Chromium",
  async run(attack) {
    const executablePath = findChromium();
    if (executablePath === undefined) throw new Error("no Chromium is installed");
    const service = await attackedService(attack);
    const browser = await chromium.launch({
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      executablePath,
      args: [...CHROMIUM_ARGUMENTS],
      env: chromiumEnvironment(),
    });
    attack.cleanUp(() => browser.close());
    const pages = await foreignSite(attack, service.origin);
    attack.begin();
    do await visit(attack, browser, { site: service.origin, ...pages });
    while (!attack.signal.aborted);
  },
};

interface Places {
  readonly site: string;
  readonly url: string;
  show(html: string, isStrict: boolean): void;
}

/** Someone's site, on another origin than ours. */
async function foreignSite({ cleanUp }: Attack, site: string): Promise<Omit<Places, "site">> {
  let [html, headers]: [string, Record<string, string>] = ["", {}];
  const server = createServer((request, response) => {
    if (request.url !== "/") return void response.writeHead(204).end();
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUp(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    show(text, isStrict) {
      const policy = isStrict ? strictPolicy(site) : {};
      // Pages of the part hide by attributes of style; only scripts and connections are under the policy.
      headers = Object.fromEntries(
        Object.entries(policy).map(([name, value]) => [name, `${value}; style-src 'unsafe-inline'`]),
      );
      html = text;
    },
  };
}

async function visit(attack: Attack, browser: Browser, { site, url, show }: Places): Promise<void> {
  const { random, finding, tried } = attack;
  const scene = SCENES[Math.floor(random() * SCENES.length)]?.name ?? "";
  const hostile = hostilePage(random, { site, scene });
  show(hostile.html, hostile.isStrict);
  const context = await browser.newContext({ viewport: { width: 420, height: 1700 } });
  try {
    const page = await context.newPage();
    const asked: string[] = [];
    page.on("request", (request) => request.url().includes("/api/") && asked.push(request.url()));
    page.on("pageerror", (error) => {
      if (error.stack?.includes("nhci-") === true) finding(`${error.stack} ${hostile.words}`);
    });
    const now = Date.now();
    await page.clock.install({ time: now });
    await page.clock.pauseAt(now + LOOK_MS);
    await page.goto(url);
    const isolated = await isolatedWorld(page);
    for (const act of ["at first", ...hostile.acts]) {
      if (act !== "at first") await isolated.run(act);
      for (let look = 0; look < LOOKS; look++) {
        await page.clock.runFor(LOOK_MS);
        await wait(COVERS_MS);
      }
      const faults = await faultsOfHosts(page, isolated);
      tried("hosts looked at", faults.length);
      for (const [index, fault] of faults.entries())
        if (fault !== undefined) finding(`${fault}: host ${index} (${hostile.hosts[index]}), ${act}, ${hostile.words}`);
    }
    tried("hostile pages");
    const early = asked.length;
    await page.clock.fastForward(FRESH_MS / 2);
    const twice = asked.length - early;
    const most = new Set(asked).size;
    if (!/limited|recovering|waiting/.test(scene) && (asked.length > most || twice > 0))
      finding(`${asked.length} requests for ${most} addresses within a minute, ${hostile.words}`);
  } finally {
    await context.close();
  }
}

/** What a reader must not see: a score without attribution, or nothing where there was something. By host; `undefined` is well. */
async function faultsOfHosts(page: Page, isolated: IsolatedWorld): Promise<readonly (string | undefined)[]> {
  const empty = await isolated.run<readonly boolean[]>(
    `[...document.querySelectorAll("[data-torture]")].map(({ shadowRoot: root }) =>
      !!root && !root.querySelector("slot") && !root.querySelector("div")?.textContent.trim())`,
  );
  const ink = await inkOfHosts(page, isolated);
  return ink.map(({ score, line }, index) => {
    if (empty[index] === true) return "an empty box";
    const isHidden = score >= MIN_INK && line < MIN_INK;
    return isHidden ? `a score (${score} px) without attribution (${line} px)` : undefined;
  });
}
