/**
 * The container commands of docs/operations.md: builds the Dockerfile on base images made from Debian's packages, then
 * starts, backs up and restores the service of compose.yaml. podman replaces Docker Compose: docker.mjs.
 */
import { equal, match, ok } from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { freePort } from "../../packages/service/test/support/loopback.js";
import { debianRoot, until } from "./machine.js";
import { blocksOf, running } from "./page.js";
import { simulatorSettings } from "./simulated.js";

/** The other blocks are for Kubernetes, which this does not test; test/house checks its files. */
const [start, restore] = blocksOf("Containers", 4);

type Step = (name: string, run: () => Promise<void> | void) => Promise<boolean>;

export async function inContainers(folder: string, step: Step): Promise<void> {
  let podman = podmanIn(join(folder, "containers"));
  let run: readonly string[] = [];
  const [port, simulatorPort, metricsPort] = [await freePort(), await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const metrics = `http://127.0.0.1:${metricsPort}/metrics`;
  const words = ["packages/service/dist/bundle/simulator.js", "--port", `${simulatorPort}`];
  const simulator = spawn(process.execPath, words);
  const place = mkdtempSync(join(tmpdir(), "peak-compose-"));
  cpSync("compose.yaml", join(place, "compose.yaml"));
  const docker = `${process.execPath} ${resolve("test/system/docker.mjs")}`;
  writeFileSync(join(place, "docker"), `#!/bin/sh\nexec ${docker} "$@"\n`);
  chmodSync(join(place, "docker"), 0o755);
  const typed = (block: string) => {
    const environment = {
      PEAK_REPOSITORY: resolve("."),
      PEAK_PODMAN: JSON.stringify(podman),
      PEAK_RUN: JSON.stringify(run),
      PEAK_SETTINGS: JSON.stringify({
        ...simulatorSettings(simulatorPort),
        ...{ HOST: "127.0.0.1", PORT: `${port}`, METRICS_HOST: "127.0.0.1", METRICS_PORT: `${metricsPort}` },
      }),
    };
    const { status, stdout, stderr } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", block], {
      cwd: place,
      env: { ...process.env, ...environment, PATH: `${place}:${process.env["PATH"]}` },
      encoding: "utf8",
      maxBuffer: 1 << 26,
    });
    if (status !== 0) throw new Error(`exit code ${status} of\n${block}\n${`${stdout}${stderr}`.slice(-4000)}`);
    return stdout;
  };
  const ready = () => spawnSync("curl", ["-fs", `${origin}/readyz`]).status === 0;
  try {
    // Each step builds on the previous one.
    const steps: Readonly<Record<string, () => Promise<void> | void>> = {
      "this machine can run containers": () => {
        makeBases(folder, podman);
        const allowed = allowedHere(podman);
        podman = [...podman, ...allowed.runtime];
        run = allowed.run;
      },
      "builds the image, starts a healthy container and makes a backup": async () => {
        match(typed(running(start)), /^written to \/backups\/peak-\S+\.db and checked/m);
        await until("score", ready, 300);
        match(typed("docker compose exec peak peak status"), /^ready +yes$/m);
        const scraped = () => execFileSync("curl", ["-fsS", metrics], { encoding: "utf8" });
        await until("age of the backup", () => /^peak_backup_age_seconds \d/m.test(scraped()));
      },
      "has PostgreSQL's programs, for backups": () => {
        match(typed("docker compose exec backup pg_dump --version"), /^pg_dump \(PostgreSQL\) \d+/m);
      },
      "restores a backup and keeps the old database": async () => {
        match(typed(running(restore)), /the old database is in \/data\/before-/);
        await until("score", ready, 300); // the backup may have been made before the first fetch was over
      },
      "runs without root and cannot write to its own files": () => {
        const shell = (script: string) =>
          spawnSync("podman", [...podman, "exec", "peak-system-peak", "sh", "-c", script], { encoding: "utf8" });
        equal(shell("id -u").stdout.trim(), "1000");
        ok(shell("touch /peak/x").status !== 0);
      },
      "stops before it would be killed": () => {
        typed("docker compose stop");
        const format = "--format={{.State.ExitCode}}";
        for (const name of ["peak-system-peak", "peak-system-backup"]) {
          const { stdout } = spawnSync("podman", [...podman, "inspect", format, name], { encoding: "utf8" });
          equal(stdout.trim(), "0"); // 137 after SIGKILL
        }
      },
    };
    for (const [name, body] of Object.entries(steps)) if (!(await step(`container: ${name}`, body))) break;
  } finally {
    const containers = ["peak-system-peak", "peak-system-backup"];
    spawnSync("podman", [...podman, "rm", "--force", "--volumes", "--ignore", ...containers], { stdio: "ignore" });
    spawnSync("podman", [...podman, "volume", "prune", "--force"], { stdio: "ignore" });
    simulator.kill();
    rmSync(place, { recursive: true, force: true });
  }
}

/** Keeps podman's images and state in a folder of this test. */
function podmanIn(folder: string): readonly string[] {
  const [root, state, temporary] = ["root", "run", "tmp"].map((name) => join(folder, name));
  const places = [`--root=${root}`, `--runroot=${state}`, `--tmpdir=${temporary}`];
  return [...places, "--storage-driver=overlay", "--cgroup-manager=cgroupfs"];
}

/** The base images of the Dockerfile: Debian, and Debian with this repository's Node and this machine's npm. */
function makeBases(folder: string, podman: readonly string[]): void {
  const root = debianRoot(folder);
  const [debian, node] = ["docker.io/library/debian:bookworm-slim", "docker.io/library/node:24-bookworm-slim"] as const;
  const exists = (image: string) => spawnSync("podman", [...podman, "image", "exists", image]).status === 0;
  if (!exists(debian)) {
    const pack = ["tar", "-C", root, "--one-file-system", "--exclude=./var/cache/apt", "-c", "."];
    execFileSync("sh", ["-c", `${pack.join(" ")} | podman ${podman.join(" ")} import - ${debian}`], {
      stdio: ["ignore", "ignore", "pipe"],
    });
  }
  if (exists(node)) return;
  const context = mkdtempSync(join(tmpdir(), "peak-node-"));
  const npm = dirname(dirname(realpathSync(npmProgram())));
  cpSync(process.execPath, join(context, "node"));
  cpSync(npm, join(context, "npm"), { recursive: true });
  mkdirSync(join(context, "certificates"));
  const certificates = "/etc/ssl/certs/ca-certificates.crt";
  if (existsSync(certificates)) cpSync(certificates, join(context, "certificates/ca-certificates.crt"));
  const lines = [
    `FROM ${debian}`,
    "COPY node /usr/local/bin/node",
    "COPY npm /usr/local/lib/node_modules/npm",
    "COPY certificates /etc/ssl/certs/",
    "ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt",
    "RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm",
  ];
  writeFileSync(join(context, "Dockerfile"), `${lines.join("\n")}\n`);
  execFileSync("podman", [...podman, "build", "--isolation=chroot", "--pull=never", "--tag", node, context], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  rmSync(context, { recursive: true });
}

function npmProgram(): string {
  const paths = (process.env["PATH"] ?? "").split(":").filter((path) => !path.includes("node_modules"));
  const npm = paths.map((path) => join(path, "npm")).find((path) => existsSync(path));
  if (npm === undefined) throw new Error("npm is not on the PATH");
  return npm;
}

interface Allowed {
  readonly runtime: readonly string[];
  readonly run: readonly string[];
}

/** Finds options that work here: inside another container, podman's limits or runtime may be refused. */
function allowedHere(podman: readonly string[]): Allowed {
  const network = "--network=host";
  const low = [network, "--ulimit=nofile=1024:1024", "--ulimit=nproc=1024:1024"];
  const ways: readonly Allowed[] = [
    { runtime: [], run: [network] },
    { runtime: [], run: low },
    { runtime: ["--runtime=runc"], run: low },
  ];
  const faults: string[] = [];
  for (const way of ways) {
    const command = ["run", "--rm", ...way.run, "docker.io/library/debian:bookworm-slim", "true"];
    const words = [...podman, ...way.runtime, ...command];
    const { status, stderr } = spawnSync("podman", words, { encoding: "utf8" });
    if (status === 0) return way;
    faults.push(stderr.trim());
  }
  throw new Error(`podman cannot run containers here: ${faults.join("; ")}`);
}
