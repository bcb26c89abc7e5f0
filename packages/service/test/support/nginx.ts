import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./loopback.js";
import { KeptServer } from "./server-keeper.js";

/** What nginx wrote of one request. */
export interface NginxLine {
  /** Ports of the instances asked, in order; none when it answered by itself. */
  readonly ports: readonly number[];
  /** HIT, MISS, STALE and so on; `-` without a cache. */
  readonly cache: string;
}

/** A real nginx with the configuration of deploy/nginx, on the loopback and without TLS. */
export interface Nginx {
  readonly origin: string;
  log(): readonly NginxLine[];
  end(): Promise<void>;
}

const PEAK_CONF = new URL("../../../../deploy/nginx/peak.conf", import.meta.url);

/**
 * The file as it is, but for addresses, folders and TLS, in the smallest nginx.conf around it.
 *
 * @param ports of the instances
 * @param clientHeader says whose request it is: a machine has no addresses of a whole IPv6 network to ask from
 */
export async function startNginx(program: string, ports: readonly number[], clientHeader?: string): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), "peak-nginx-"));
  for (const name of ["conf", "tmp", "cache"]) mkdirSync(join(folder, name), { mode: 0o777 });
  const port = await freePort();
  writeFileSync(join(folder, "nginx.conf"), aroundIt(folder));
  write(join(folder, "conf/peak.conf"), [
    ["/var/cache/peak", join(folder, "cache/peak")],
    ["/var/log/nginx/access.log", join(folder, "access.log")],
    ["    server 127.0.0.1:8080 max_fails=2 fail_timeout=5s;", serversOf(ports, "max_fails=2 fail_timeout=5s")],
    ["    server 127.0.0.1:8080 max_fails=0 backup;", serversOf(ports, "max_fails=0 backup")],
    [/^server \{\n {4}listen {6}80;[\s\S]*?^\}\n/m, ""], // only leads to the other one
    [/ +listen .*443 ssl http2;\n/g, ""],
    [/ +ssl_.*\n/g, ""],
    ["server_name peak.example;", `listen 127.0.0.1:${port};`],
  ]);
  if (clientHeader !== undefined)
    writeFileSync(join(folder, "conf/client.conf"), `set_real_ip_from 127.0.0.1; real_ip_header ${clientHeader};\n`);
  const args = ["-p", folder, "-c", join(folder, "nginx.conf"), "-g", "daemon off;", "-e", "stderr"];
  const origin = `http://127.0.0.1:${port}`;
  const look = async () => (await fetch(`${origin}/healthz`)).text();
  const server = new KeptServer({ folder, program, args, lastSignal: "SIGTERM", look });
  await server.start();
  return {
    origin,
    // What follows the last line break is a line that nginx is still writing.
    log: () => readFileSync(join(folder, "access.log"), "utf8").split("\n").slice(0, -1).map(lineOf),
    end: () => server.end(),
  };
}

type Change = readonly [from: string | RegExp, to: string];

function write(path: string, changes: readonly Change[]): void {
  let text = readFileSync(PEAK_CONF, "utf8");
  for (const [from, to] of changes) {
    const changed = text.replace(from, () => to);
    if (changed === text) throw new Error(`deploy/nginx/peak.conf has no ${from}`);
    text = changed;
  }
  writeFileSync(path, text);
}

function serversOf(ports: readonly number[], options: string): string {
  return ports.map((port) => `    server 127.0.0.1:${port} ${options};`).join("\n");
}

function aroundIt(folder: string): string {
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
worker_processes 2;
${process.getuid?.() === 0 ? "user root;" : ""}
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 4096; }
http {
  ${kinds.map((kind) => `${kind}_temp_path ${folder}/tmp/${kind};`).join("\n  ")}
  default_type application/octet-stream;
  include ${folder}/conf/*.conf;
}
`;
}

/** As `log_format` in peak.conf; with several instances asked, nginx separates addresses and times by a comma. */
function lineOf(line: string): NginxLine {
  const found = /^\S+ \d+ \S+ \S+ (.*) (\S+) (?:[\d.-]+(?:, | : )?)+$/.exec(line);
  const [, addresses, cache] = found ?? [];
  if (cache === undefined) throw new Error(`not a line of nginx: ${line}`);
  const ports = [...(addresses ?? "").matchAll(/:(\d+)/g)].map(([, each]) => Number(each));
  return { ports, cache };
}
