/**
 * Runs the commands of docs/operations.md on one machine, from an empty Debian to three instances on PostgreSQL, and
 * checks the result of each.
 */
import { equal, match, ok } from "node:assert/strict";
import { once } from "node:events";
import { chmodSync, copyFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { VERSION } from "../../packages/service/src/version.js";
import { SETTINGS_LINES } from "../../packages/service/test/support/settings-lines.js";
import { type Machine, until } from "./machine.js";
import { blocksOf, running } from "./page.js";
import { simulatorSettings } from "./simulated.js";

const SITE = "https://score.your-site.org";
const TARBALL = `peak-${VERSION}-linux-x64.tar.gz`;
const PORTS = [8081, 8082, 8083];

/** Adds the tarballs and the simulated sources to a new root. */
export function prepare(root: string): void {
  copyFileSync(`dist/packages/${TARBALL}`, join(root, "root", TARBALL));
  // The version to upgrade to: the same program in a folder with another name.
  const next = 'tar -xzf "$1" && mv "$2" 0.2.0 && tar -czf peak-0.2.0-linux-x64.tar.gz 0.2.0 && rm -r 0.2.0';
  writeFileSync(join(root, "root/make-next.sh"), next);
  const inside = join(root, "opt/inside");
  mkdirSync(inside, { recursive: true });
  cpSync("packages/service/dist/bundle", join(inside, "bundle"), { recursive: true });
  cpSync("test/system/inside", inside, { recursive: true });
  copyFileSync(process.execPath, join(inside, "node"));
  chmodSync(join(inside, "node"), 0o755);
  service(root, "simulator", "bundle/simulator.js --port 8090");
  service(root, "receiver", "receiver.mjs");
  const settings = Object.entries(simulatorSettings(8090)).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(root, "etc/simulator.env"), settings.join(""));
  // This machine has no certificate authority, and no one to edit files.
  program(root, "certbot", CERTBOT);
  const edit = "s|https://ntfy.sh/YOUR-TOPIC|http://127.0.0.1:2586/topic|; s/receiver: mail/receiver: ntfy/";
  program(root, "editor", `sed -i '${edit}' "$1"`);
}

const CERTBOT = `live=/etc/letsencrypt/live/score.your-site.org
mkdir -p $live
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=score.your-site.org -days 2 \\
  -keyout $live/privkey.pem -out $live/fullchain.pem`;

function service(root: string, name: string, words: string): void {
  const folder = join(root, "etc/systemd/system");
  const unit = `[Service]\nExecStart=/opt/inside/node /opt/inside/${words}\n`;
  writeFileSync(join(folder, `${name}.service`), unit);
  mkdirSync(join(folder, "multi-user.target.wants"), { recursive: true });
  symlinkSync(`../${name}.service`, join(folder, "multi-user.target.wants", `${name}.service`));
}

function program(root: string, name: string, script: string): void {
  writeFileSync(join(root, "usr/local/bin", name), `#!/bin/sh\nset -e\n${script}\n`);
  chmodSync(join(root, "usr/local/bin", name), 0o755);
}

const [install, lookAt, firstBackup, alarms, testAlarm, announcements] = blocksOf("The first day", 6);
const [nginx] = blocksOf("Proxy and TLS", 1);
const [restore, replaceKey] = blocksOf("Backup and restore", 2);
const [upgrade, rollBack] = blocksOf("Upgrade and roll back", 2);
const [move, nameThem, rollingRestart, restoreDump] = blocksOf("Several instances", 4);
const [keys] = blocksOf("Keys of API Pro", 1);

/** Each builds on the previous one. */
export const STEPS: Readonly<Record<string, (machine: Machine) => Promise<void> | void>> = {
  "installs the service and serves the site over TLS": async (machine) => {
    machine.begin("exec /opt/inside/node /opt/inside/arguments.mjs > /run/arguments");
    typed(machine, install);
    done(machine, "cat /etc/simulator.env >> /etc/peak/peak.env && systemctl restart peak");
    // Caddy's internal certificates, since Let's Encrypt is out of reach.
    done(machine, "sed -i '0,/^{/s//{\\n\\tlocal_certs/' /etc/caddy/Caddyfile && systemctl reload caddy");
    await ready(machine, `${SITE}/readyz`, 300); // the first fetch requests the whole past from every source
    const open = listeners(machine).filter((each) => !/^(127\.|\[::1\]|.*:(80|443)$)/.test(each));
    equal(open.join(), "");
  },
  "peak doctor and peak status find nothing wrong": (machine) => {
    match(typed(machine, lookAt), /^stale +no$/m);
  },
  "a wrong setting ends with exit code 2, and a closed pipe with no stack trace": (machine) => {
    equal(machine.run("/opt/peak/current/bin/peak --settings /dev/stdin serve <<< PORT=x").code, 2);
    ok(!/Error|at /.test(done(machine, "set +o pipefail; peak doctor 2>&1 | head -n 1")));
  },
  "peak reads a settings file as systemd does": (machine) => {
    for (const [text, value] of SETTINGS_LINES) {
      writeFileSync(join(machine.root, "etc/case.env"), text);
      const read = done(machine, "systemd-run --quiet --wait --pipe -p EnvironmentFile=/etc/case.env printenv NAME");
      equal(read, `${value}\n`);
    }
  },
  "a restart behind Caddy fails no request": (machine) =>
    undisturbed(machine, () => done(machine, "systemctl restart peak")),
  "Caddy closes 400 slow connections": (machine) => {
    const open = done(machine, "/opt/inside/node /opt/inside/slow-clients.mjs").trim();
    equal(open.split("\n").at(-1), "0");
  },
  "makes a backup, and metrics report its age": async (machine) => {
    typed(machine, firstBackup);
    await until("age under 100 s", () => /^peak_backup_age_seconds \d{1,2}(\.|$)/m.test(metrics(machine, 9464)));
  },
  "Prometheus and Alertmanager listen on this machine only, and a test alarm arrives": async (machine) => {
    typed(machine, alarms);
    await until("Alertmanager", () => machine.run(running(testAlarm)).code === 0);
    await until("alarm", () => arrived(machine, "PeakTest"), 90);
    const open = listeners(machine).filter((each) => /:(9090|9093|9094|9100)$/.test(each));
    equal(open.sort().join(), "127.0.0.1:9090,127.0.0.1:9093");
    await until("target", () => queried(machine, "up{job='peak'}") === "1", 60);
  },
  "an alarm arrives when the service is down": async (machine) => {
    done(machine, "systemctl stop peak");
    equal(done(machine, "systemctl show --property=Result --value peak"), "success\n"); // "timeout" if it was killed
    await until("alarm", () => arrived(machine, "PeakInstanceDown"), 240);
    done(machine, "systemctl start peak");
    await ready(machine, "http://127.0.0.1:8080/readyz");
  },
  "announcements reach a channel, which the site names": async (machine) => {
    typed(machine, announcements);
    await ready(machine, `${SITE}/readyz`);
    match(done(machine, `curl -sk ${SITE}/feed`), /https:\/\/ntfy\.sh\/YOUR-TOPIC/);
    // The command uses the site's public address, which has a certificate from Caddy's own authority here.
    const root = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt";
    done(machine, `install -m 644 ${root} /etc/peak/root.crt`);
    done(machine, "echo NODE_EXTRA_CA_CERTS=/etc/peak/root.crt >> /etc/peak/peak.env");
    done(machine, "systemctl start peak-announce && test -s /var/lib/peak/announced-ntfy.json");
  },
  "gives every unit less access than systemd calls safe": (machine) => {
    for (const unit of ["peak", "peak-backup", "peak-announce"])
      done(machine, `systemd-analyze security --no-pager --threshold=${MOST_EXPOSED} ${unit}.service`);
  },
  "replaces the signing key, which the old one endorses": async (machine) => {
    const keys = () => done(machine, `curl -sk ${SITE}/.well-known/peak-keys.json`);
    const before = keys();
    typed(machine, replaceKey);
    const isLogged = () => /"endorsedBy":"[^"]+".*"new signing key"/.test(done(machine, "journalctl -u peak -o cat"));
    await until("new signing key", isLogged);
    await ready(machine, `${SITE}/readyz`);
    ok(keys() !== before);
    done(machine, "peak verify && systemctl start peak-backup");
    done(machine, "sed -i '/END/q' /var/lib/peak/signing-key.pem && systemctl restart peak");
    await ready(machine, `${SITE}/readyz`);
    done(machine, "peak verify");
  },
  "restores a backup twice and keeps both old databases": async (machine) => {
    for (const _ of [1, 2]) {
      typed(machine, restore);
      await sleep(1000); // folder names have a resolution of one second
    }
    const kept = done(machine, "find /var/lib/peak/before-*/peak.db").trim().split("\n");
    equal(kept.length, 2);
    for (const file of kept) done(machine, `peak verify sqlite:${file}`);
    await ready(machine, "http://127.0.0.1:8080/readyz");
  },
  "refuses to restore a file that is not a backup": (machine) => {
    const restored = machine.run("systemctl stop peak; echo x > /tmp/x.db; peak restore /tmp/x.db");
    done(machine, "systemctl start peak");
    equal(restored.code, 2);
    equal(done(machine, "ls -d /var/lib/peak/before-* | wc -l").trim(), "2");
  },
  "an upgrade killed while unpacking changes nothing and can be repeated": async (machine) => {
    done(machine, `cd /root && sh -e make-next.sh ${TARBALL} ${VERSION}`);
    done(machine, "cd /root && head -c 9000000 peak-0.2.0-linux-x64.tar.gz | tar -xz -C /opt/peak 2>&1 || true");
    done(machine, "systemctl restart peak");
    await ready(machine, "http://127.0.0.1:8080/readyz");
    equal(versionOf(machine, "peak"), VERSION);
  },
  "upgrades and rolls back by switching the link": async (machine) => {
    typed(machine, upgrade);
    equal(versionOf(machine, "peak"), "0.2.0");
    typed(machine, rollBack);
    equal(versionOf(machine, "peak"), VERSION);
    await ready(machine, "http://127.0.0.1:8080/readyz");
  },
  "systemd keeps retrying while the program is missing": async (machine) => {
    done(machine, "cd /opt/peak; mv current away; systemctl restart peak || true; sleep 3; mv away current");
    await ready(machine, "http://127.0.0.1:8080/readyz");
  },
  "creates, lists and revokes API Pro keys": (machine) => {
    match(typed(machine, keys), /^peak_live_[0-9a-f]{48}$/m);
  },
  "nginx replaces Caddy": async (machine) => {
    typed(machine, nginx);
    await ready(machine, `${SITE}/readyz`);
    match(done(machine, `curl -sk ${SITE}/api/public/nhci`), /"ok":true/);
    done(machine, "systemctl disable --now nginx && systemctl enable --now caddy");
  },
  "moves the history and its key to PostgreSQL, and three instances serve it": async (machine) => {
    const key = () => /"key_id":"([^"]+)"/.exec(done(machine, `curl -sk ${SITE}/api/public/nhci/proof`))?.[1];
    await ready(machine, `${SITE}/readyz`);
    const before = key();
    typed(machine, move);
    typed(machine, nameThem);
    for (const port of PORTS) await ready(machine, `http://127.0.0.1:${port}/readyz`);
    await ready(machine, `${SITE}/readyz`);
    equal(key(), before);
    for (const port of PORTS)
      await until("age", () => /^peak_backup_age_seconds \d/m.test(metrics(machine, 10_000 + port)));
    match(done(machine, "peak status"), /^backup +\d min old/m);
    await until("targets", () => queried(machine, "sum(up{job='peak'})") === "3", 60);
  },
  "a rolling restart fails no request": (machine) => undisturbed(machine, () => void typed(machine, rollingRestart)),
  "another instance takes over when the leader hangs": async (machine) => {
    const leads = (port: number) => metrics(machine, 10_000 + port).includes("\npeak_is_leader 1");
    await until("leader", () => PORTS.some(leads));
    const killed = PORTS.find(leads);
    done(machine, `systemctl kill --signal=STOP peak@${killed}; systemctl stop --no-block peak@${killed}`);
    const others = PORTS.filter((port) => port !== killed);
    await until("another leader", () => others.some(leads), 45);
    done(machine, `systemctl start peak@${killed}`);
  },
  "restores a dump twice, each time into a new database": async (machine) => {
    for (const _ of [1, 2]) {
      typed(machine, restoreDump);
      for (const port of PORTS) await ready(machine, `http://127.0.0.1:${port}/readyz`);
    }
    const query = "select datname from pg_database where datname like 'peak%'";
    const databases = done(machine, `runuser -u postgres -- psql -Atc "${query}"`);
    equal(databases.match(/^peak.*$/gm)?.length, 3);
    done(machine, "peak verify");
  },
  "no command shows a secret to other users of the machine": (machine) => {
    const password = done(
      machine,
      "sed -n 's|^DATABASE_URL=postgres://peak:\\(.*\\)@.*|\\1|p' /etc/peak/peak.env",
    ).trim();
    ok(password.length >= 16);
    const secrets = [password, "peak_live_", "PRIVATE KEY"];
    const lines = done(machine, "cat /run/arguments").split("\n");
    ok(lines.some((line) => line.includes("pg_dump"))); // otherwise nothing was watched
    equal(lines.filter((line) => secrets.some((secret) => line.includes(secret))).join("\n"), "");
  },
};

/** In tenths, from 0 (isolated) to 100. Up to 20 systemd itself says "OK"; an ordinary service has 96. */
const MOST_EXPOSED = 15;

/** Runs a block from the page. @returns its output */
function typed(machine: Machine, block: string | undefined): string {
  return done(machine, running(block));
}

function done(machine: Machine, script: string): string {
  const { code, out } = machine.run(script);
  if (code !== 0) throw new Error(`exit code ${code} of\n${script}\n${out.slice(-4000)}`);
  return out;
}

function metrics(machine: Machine, port: number): string {
  return done(machine, `curl -fsS http://127.0.0.1:${port}/metrics`);
}

function ready(machine: Machine, url: string, seconds = 90): Promise<void> {
  const isReady = () => machine.run(`curl -fskS -o /dev/null --max-time 10 ${url}`).code === 0;
  return until(`${url} with 200`, isReady, seconds);
}

/** Requests the site ten times a second during a change. Every response must be a 200. */
async function undisturbed(machine: Machine, change: () => void): Promise<void> {
  const reader = machine.begin(`exec /opt/inside/node /opt/inside/reader.mjs ${SITE}/embed/nhci.json`);
  const said = text(reader.stdout as NodeJS.ReadableStream);
  await sleep(2000);
  change();
  await sleep(3000);
  done(machine, "pkill -TERM -f inside/[r]eader.mjs");
  await once(reader, "close");
  match(await said, /^\{"200":\d+\}\n$/);
}

/** The addresses that accept connections. */
function listeners(machine: Machine): readonly string[] {
  const lines = done(machine, "ss -Hltn").trim().split("\n");
  return lines.map((line) => line.trim().split(/\s+/)[3] ?? "");
}

function arrived(machine: Machine, name: string): boolean {
  return machine.run("cat /run/alarms").out.includes(`"alertname":"${name}"`);
}

/** The value of a Prometheus expression with a single result. */
function queried(machine: Machine, expression: string): string | undefined {
  const { out } = machine.run(`curl -sG http://127.0.0.1:9090/api/v1/query --data-urlencode "query=${expression}"`);
  return /"value":\[[\d.]+,"([^"]+)"\]/.exec(out)?.[1];
}

/** The version that a running service executes. */
function versionOf(machine: Machine, unit: string): string | undefined {
  const path = done(machine, `readlink /proc/$(systemctl show -p MainPID --value ${unit})/exe`);
  return /^\/opt\/peak\/([^/]+)\//.exec(path.replace(/^.*\/opt/, "/opt"))?.[1];
}
