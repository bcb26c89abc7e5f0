/** A real nginx with the configuration of deploy/nginx, on the loopback and without TLS. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./loopback.js";
import { TestServer } from "./test-server.js";

/** What nginx logged about one request. */
interface NginxLine {
  /** Ports of the instances it tried, in order; none if it responded itself. */
  readonly ports: readonly number[];
  /** HIT, MISS, STALE and so on; `-` without a cache. */
  readonly cache: string;
}

const PEAK_CONF = new URL("../../../../deploy/nginx/peak.conf", import.meta.url);

export class Nginx extends TestServer {
  readonly origin: string;
  protected readonly command: readonly [string, ...string[]];
  protected readonly lastSignal = "SIGTERM";

  /** The file with other addresses and folders and without TLS, inside a minimal nginx.conf. */
  constructor(program: string, port: number, ports: readonly number[], clientHeader: string | undefined) {
    super("nginx");
    const at = (name: string) => join(this.folder, name);
    this.origin = `http://127.0.0.1:${port}`;
    this.command = [program, "-p", this.folder, "-c", at("nginx.conf"), "-g", "daemon off;", "-e", "stderr"];
    for (const name of ["conf", "tmp", "cache"]) mkdirSync(at(name), { mode: 0o777 });
    writeFileSync(at("nginx.conf"), aroundIt(this.folder));
    const conf = changed(readFileSync(PEAK_CONF, "utf8"), [
      ["/var/cache/peak", at("cache/peak")],
      ["/var/log/nginx/access.log", at("access.log")],
      ["    server 127.0.0.1:8080 max_fails=2 fail_timeout=5s;", serversOf(ports, "max_fails=2 fail_timeout=5s")],
      ["    server 127.0.0.1:8080 max_fails=0 backup;", serversOf(ports, "max_fails=0 backup")],
      [/^server \{\n {4}listen 80 default_server;[\s\S]*?^\}\n/m, ""], // needs port 80
      [/^server \{\n {4}listen {6}80;[\s\S]*?^\}\n/m, ""], // only redirects to TLS
      ["/var/log/nginx/error.log", at("error.log")],
      [/ +listen .*443 ssl http2;\n/g, ""],
      [/ +ssl_.*\n/g, ""],
      ["server_name peak.example;", `listen 127.0.0.1:${port};`],
      // Tests of connection limits hold hundreds of requests, which takes over 3 s on a busy machine.
      ...(clientHeader === undefined ? [] : [["proxy_read_timeout          3s;", "proxy_read_timeout 60s;"] as const]),
    ]);
    writeFileSync(at("conf/peak.conf"), conf);
    if (clientHeader !== undefined)
      writeFileSync(at("conf/client.conf"), `set_real_ip_from 127.0.0.1; real_ip_header ${clientHeader};\n`);
  }

  protected async look(): Promise<unknown> {
    return (await fetch(`${this.origin}/healthz`)).text();
  }

  /** The requests so far, without the last line, which nginx may still be writing. */
  requests(): readonly NginxLine[] {
    return readFileSync(join(this.folder, "access.log"), "utf8").split("\n").slice(0, -1).map(lineOf);
  }
}

/**
 * @param program as found by `findNginx`
 * @param ports of the instances
 * @param clientHeader names the client's address, because one machine cannot send requests from a whole IPv6 network
 */
export async function startNginx(program: string, ports: readonly number[], clientHeader?: string): Promise<Nginx> {
  const server = new Nginx(program, await freePort(), ports, clientHeader);
  await server.start();
  return server;
}

function changed(text: string, changes: readonly (readonly [from: string | RegExp, to: string])[]): string {
  return changes.reduce((before, [from, to]) => {
    const after = before.replace(from, () => to);
    if (after === before) throw new Error(`deploy/nginx/peak.conf has no ${from}`);
    return after;
  }, text);
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

/** As `log_format` in peak.conf; if it tried several instances, nginx separates addresses and times by a comma. */
function lineOf(line: string): NginxLine {
  const found = /^\S+ \d+ \S+ \S+ (.*) (\S+) (?:[\d.-]+(?:, | : )?)+$/.exec(line);
  const [, addresses, cache] = found ?? [];
  if (cache === undefined) throw new Error(`not a line of nginx: ${line}`);
  const ports = [...(addresses ?? "").matchAll(/:(\d+)/g)].map(([, each]) => Number(each));
  return { ports, cache };
}
