import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.js";
import { keptServer } from "./server-keeper.js";

/** What nginx wrote of one request. */
export interface NginxLine {
  readonly status: number;
  readonly path: string;
  /** Ports of the instances asked, in order; none when it answered by itself. */
  readonly ports: readonly number[];
  /** HIT, MISS, STALE and so on; `-` without a cache. */
  readonly cache: string;
}

/** A real nginx with the configuration that deploy/nginx has for a container, on the loopback. */
export interface Nginx {
  readonly origin: string;
  /** Of the shell that keeps it, whose only child is nginx's first process. */
  readonly pid: number;
  log(): readonly NginxLine[];
  end(): Promise<void>;
}

export interface NginxOptions {
  readonly program: string;
  readonly instancePorts: readonly number[];
  /** A header that says whose request it is: a machine has no addresses of a whole IPv6 network to ask from. */
  readonly clientHeader?: string;
}

const DEPLOY = new URL("../../../../deploy/nginx/", import.meta.url);

/** The files as they are, but for addresses and folders. */
export async function startNginx(options: NginxOptions): Promise<Nginx> {
  const { program, instancePorts, clientHeader } = options;
  const folder = mkdtempSync(join(tmpdir(), "peak-nginx-"));
  for (const name of ["conf", "tmp", "cache"]) mkdirSync(join(folder, name), { mode: 0o777 });
  const port = await freePort();
  write(join(folder, "nginx.conf"), "nginx.conf", [
    ["/tmp/", `${join(folder, "tmp")}/`], // first: our own folder may lie there
    ["listen 80;", `listen 127.0.0.1:${port};`],
    ["/etc/nginx/peak", join(folder, "conf")],
    ["/etc/nginx/snippets/peak.conf", join(folder, "server.conf")],
    ["/dev/stderr", join(folder, "error.log")],
    ["worker_processes auto;", `worker_processes 2;${process.getuid?.() === 0 ? " user root;" : ""}`],
  ]);
  write(join(folder, "conf/peak.conf"), "peak.conf", [["/var/cache/peak", join(folder, "cache/peak")]]);
  write(join(folder, "server.conf"), "peak-server.conf", [["/var/log/nginx/access.log", join(folder, "access.log")]]);
  write(
    join(folder, "conf/instances.conf"),
    "peak-instances.compose.conf",
    instancePorts.map((each, i) => [`172.28.80.1${i + 1}:8080 `, `127.0.0.1:${each} `]),
  );
  if (clientHeader !== undefined)
    writeFileSync(join(folder, "conf/client.conf"), `set_real_ip_from 127.0.0.1; real_ip_header ${clientHeader};\n`);
  const words = [program, "-p", folder, "-c", join(folder, "nginx.conf"), "-g", "daemon off;", "-e", "stderr"];
  const origin = `http://127.0.0.1:${port}`;
  const look = async () => (await fetch(`${origin}/healthz`)).text();
  const { pid, end } = await keptServer({ folder, words, lastSignal: "TERM", look });
  return {
    origin,
    pid,
    log: () => readFileSync(join(folder, "access.log"), "utf8").split("\n").filter(Boolean).map(lineOf),
    end,
  };
}

type Change = readonly [from: string, to: string];

function write(path: string, name: string, changes: readonly Change[]): void {
  let text = readFileSync(new URL(name, DEPLOY), "utf8");
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/nginx/${name} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  writeFileSync(path, text);
}

/** As `log_format` in peak.conf; with several instances asked, nginx separates addresses and times by a comma. */
function lineOf(line: string): NginxLine {
  const found = /^\S+ (\d+) \S+ (\S+) (.*) (\S+) (?:[\d.-]+(?:, | : )?)+$/.exec(line);
  const [, status, path, addresses, cache] = found ?? [];
  if (cache === undefined) throw new Error(`not a line of nginx: ${line}`);
  const ports = [...(addresses ?? "").matchAll(/:(\d+)/g)].map(([, each]) => Number(each));
  return { status: Number(status), path: path ?? "", ports, cache };
}
