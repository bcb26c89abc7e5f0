// The proxies of docs/operations/proxies.md as a machine with Debian has them: our files beside what the distribution has set up by
// itself, with certificates of their own and other ports.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { ask } from "../support/ask.js";
import { findCaddy, findNginx } from "../support/find-programs.js";
import { freePort } from "../support/free-port.js";
import { eventually } from "../support/service-process.js";
import { tempFolder } from "../support/temp-sqlite.js";

const DEPLOY = fileURLToPath(new URL("../../../../deploy/", import.meta.url));

/** As a constant, it is no program of a package for those who look for such. */
const OPENSSL = "openssl";

const [caddy, nginx] = [findCaddy(), findNginx()];
const canUseNginx = nginx !== undefined && existsSync("/etc/nginx/sites-enabled/default");

/** The folder that stands for the machine. */
let root: string;
/** Stands for Peak, on a port that stands for 8080. */
let origin: number;
let asked: IncomingMessage[];
let [http, https] = [0, 0];

beforeEach(async () => {
  root = tempFolder();
  asked = [];
  const server = createServer((incoming, response) => {
    asked.push(incoming);
    response.end(`answer to ${incoming.url}`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  origin = (server.address() as AddressInfo).port;
  [http, https] = [await freePort(), await freePort()];
});

test.skipIf(!canUseNginx)("nginx starts with our files beside Debian's, and leads to TLS and to Peak", async () => {
  cpSync("/etc/nginx", join(root, "etc/nginx"), { recursive: true, dereference: true });
  for (const folder of ["var/cache", "var/log/nginx", "var/lib/nginx", "var/www/html", "run"])
    mkdirSync(join(root, folder), { recursive: true });
  for (const [file, place] of [
    ["peak.conf", "conf.d/peak.conf"],
    ["peak-instances.conf", "conf.d/peak-instances.conf"],
    ["site-peak.conf", "conf.d/site-peak.conf"],
    ["peak-server.conf", "snippets/peak.conf"],
  ] as const)
    cpSync(join(DEPLOY, "nginx", file), join(root, "etc/nginx", place));
  const certificates = join(root, "etc/letsencrypt/live/peak.example");
  mkdirSync(certificates, { recursive: true });
  const keyAndCertificate = ["-keyout", join(certificates, "privkey.pem"), "-out", join(certificates, "fullchain.pem")];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=peak.example"];
  execFileSync(OPENSSL, ["req", ...kind, ...keyAndCertificate], { stdio: "ignore" });
  moveAll(join(root, "etc/nginx"));
  mkdirSync(join(root, "var/www/html/.well-known/acme-challenge"), { recursive: true });
  writeFileSync(join(root, "var/www/html/.well-known/acme-challenge/proof"), "this name is ours");

  const main = join(root, "etc/nginx/nginx.conf");
  await running(nginx ?? "", ["-c", main, "-e", "stderr", "-g", "daemon off;"]);
  expect(await secure("/es?range=30d")).toMatchObject({ status: 200, text: "answer to /es?range=30d" });
  expect(asked[0]?.headers["x-forwarded-for"]).toBe("127.0.0.1");
  const named = { headers: { host: "peak.example" } };
  const plain = await ask(`http://127.0.0.1:${http}/es`, named);
  expect([plain.status, plain.headers.location]).toEqual([308, "https://peak.example/es"]);
  expect((await ask(`http://127.0.0.1:${http}/.well-known/acme-challenge/proof`, named)).text).toBe(
    "this name is ours",
  );
  expect((await ask(`http://[::1]:${http}/`, named)).status).toBe(308);
});

test.skipIf(caddy === undefined)("Caddy starts with our file, and leads to TLS and to Peak", async () => {
  const ours = readFileSync(join(DEPLOY, "caddy/Caddyfile"), "utf8");
  expect(ours.split("\n").filter((line) => !/^(#.*|\}?)$/.test(line))).toHaveLength(2);
  await runningCaddy(ours);
  expect(await secure("/es?range=30d")).toMatchObject({ status: 200, text: "answer to /es?range=30d" });
  expect(asked.at(-1)?.headers["x-forwarded-for"]).toBe("127.0.0.1");
  const plain = await ask(`http://127.0.0.1:${http}/es`, { headers: { host: "peak.example" } });
  expect(plain.status).toBe(308);
});

test.skipIf(caddy === undefined)("Caddy leads to Peak below a path, as the page says", async () => {
  const page = readFileSync(join(DEPLOY, "../docs/operations/proxies.md"), "utf8");
  const [, lines = ""] = /^```\n(your-site\.org [\s\S]*?)^```/m.exec(page) ?? [];
  await runningCaddy(lines.replaceAll("your-site.org", "peak.example"));
  expect(await secure("/score/es?range=30d")).toMatchObject({ status: 200, text: "answer to /es?range=30d" });
  expect(await secure("/score")).toMatchObject({ status: 302 });
});

/** Leads every path and port that the files in a folder name to the folder that stands for the machine. */
function moveAll(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) continue;
    const text = readFileSync(path, "utf8")
      .replace(/(^|[\s"])\/(etc|var|run)\//gm, `$1${root}/$2/`)
      .replace(/(listen\s+(?:\[::\]:)?)80\b/g, `$1${http}`)
      .replace(/(listen\s+(?:\[::\]:)?)443\b/g, `$1${https}`)
      .replaceAll("127.0.0.1:8080", `127.0.0.1:${origin}`)
      .replace(/^user .*$/m, process.getuid?.() === 0 ? "user root;" : "");
    writeFileSync(path, text);
  }
}

/** No certificate can be had for the name here: Caddy makes one by itself. */
async function runningCaddy(sites: string): Promise<void> {
  const options = `{\nadmin off\nskip_install_trust\nlocal_certs\nhttp_port ${http}\nhttps_port ${https}\n}\n`;
  writeFileSync(join(root, "Caddyfile"), options + sites.replace("8080", String(origin)));
  await running(caddy ?? "", ["run", "--adapter", "caddyfile", "--config", join(root, "Caddyfile")]);
}

/** Starts a proxy, and waits until it answers. */
async function running(program: string, words: readonly string[]): Promise<void> {
  const child = spawn(program, words, {
    env: { HOME: root, XDG_DATA_HOME: root },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (part) => {
    said += part;
  });
  let isGone = false;
  const gone = once(child, "exit").then(() => {
    isGone = true;
  });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await gone;
  });
  await eventually("an answer", () => {
    if (isGone) throw new Error(said);
    return secure("/").catch(() => undefined);
  });
  asked.length = 0;
}

/** Asks as a client who tells a wrong address. */
function secure(path: string): Promise<{ readonly status: number | undefined; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { host: "peak.example", "x-forwarded-for": "198.51.100.7" };
    const options = { port: https, path, headers, servername: "peak.example", rejectUnauthorized: false, agent: false };
    const asking = request({ host: "127.0.0.1", ...options }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode, text }));
    });
    asking.on("error", reject).end();
  });
}
