/**
 * A Debian with systemd as process 1, in systemd-nspawn on an isolated network. debootstrap creates its root once, with
 * the packages of docs/operations.md downloaded but not installed. Each run writes to an overlay.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The packages that the commands on the page install. */
const PACKAGES = [
  ...["caddy", "curl", "prometheus", "prometheus-alertmanager", "nginx-light", "certbot", "postgresql", "redis-server"],
  "openssl",
];

/** `bookworm` is Debian 12, `trixie` Debian 13. */
const RELEASE = process.env["PEAK_SYSTEM_RELEASE"] ?? "bookworm";

const SOURCES = `deb http://deb.debian.org/debian ${RELEASE} main
deb http://deb.debian.org/debian ${RELEASE}-updates main
deb http://deb.debian.org/debian-security ${RELEASE}-security main
`;

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
}

export interface Machine {
  /** Its file system, as seen from the host. */
  readonly root: string;
  /** Runs a shell script as root and stops at the first command that fails. */
  run(script: string, seconds?: number): Outcome;
  /** The same, without waiting for it to end. */
  begin(script: string): ChildProcess;
  end(): void;
}

/** The root file system of the machine and of the container images. */
export function debianRoot(folder: string): string {
  const root = join(folder, RELEASE);
  if (existsSync(root)) return root;
  const fresh = `${root}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const include = "--include=systemd,systemd-sysv,dbus,ca-certificates,procps,iproute2";
  execFileSync("debootstrap", ["--variant=minbase", include, RELEASE, fresh], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  writeFileSync(join(fresh, "etc/apt/sources.list"), SOURCES);
  const download = ["install", "--yes", "--no-install-recommends", "--download-only", ...PACKAGES];
  for (const words of [["update"], download])
    execFileSync("chroot", [fresh, "apt-get", "-qq", ...words], { stdio: ["ignore", "ignore", "inherit"] });
  renameSync(fresh, root);
  return root;
}

/** @param prepare adds files to the root before it boots */
export async function startMachine(folder: string, prepare: (root: string) => void): Promise<Machine> {
  const lower = debianRoot(folder);
  const [upper, work, root] = ["upper", "work", "merged"].map((name) => join(folder, name)) as [string, string, string];
  spawnSync("umount", [root], { stdio: "ignore" }); // in case the last run was killed
  rmSync(upper, { recursive: true, force: true });
  rmSync(work, { recursive: true, force: true });
  for (const path of [upper, work, root]) mkdirSync(path, { recursive: true });
  const layers = `lowerdir=${lower},upperdir=${upper},workdir=${work}`;
  execFileSync("mount", ["-t", "overlay", "overlay", "-o", layers, root]);
  prepare(root);
  appendFileSync(join(root, "etc/hosts"), "127.0.0.1 localhost score.your-site.org\n");
  const words = ["--quiet", "--directory", root, "--register=no", "--keep-unit", "--private-network", "--console=pipe"];
  const nspawn = spawn("systemd-nspawn", [...words, "--machine=peak-system", "--boot"], { stdio: "ignore" });
  const first = await firstProcess(nspawn);
  const enter = ["--target", String(first), "--all", "--root", "env", "-i", "--chdir=/root", "HOME=/root"];
  const shell = (script: string) => [
    ...enter,
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "DEBIAN_FRONTEND=noninteractive",
    ...["bash", "-e", "-o", "pipefail", "-c", script],
  ];
  const run = (script: string, seconds = 900) => {
    const { status, stdout, stderr } = spawnSync("nsenter", shell(script), {
      encoding: "utf8",
      timeout: seconds * 1000,
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 1 << 26,
    });
    return { code: status, out: `${stdout}${stderr}` };
  };
  await until("systemd", () => /running|degraded/.test(run("systemctl is-system-running || true").out));
  return {
    root,
    run,
    begin: (script) => spawn("nsenter", shell(script), { stdio: ["ignore", "pipe", "inherit"] }),
    end() {
      spawnSync("nsenter", shell("systemctl poweroff --force --force"), { timeout: 20_000 });
      nspawn.kill("SIGKILL");
      spawnSync("umount", [root]);
    },
  };
}

/** The process id of systemd inside, the only child of systemd-nspawn. */
async function firstProcess({ pid }: ChildProcess): Promise<number> {
  let first = 0;
  await until("systemd-nspawn", () => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    first = Number(children[0]);
    return first > 0 && readFileSync(`/proc/${first}/comm`, "utf8").trim() === "systemd";
  });
  return first;
}

/** Checks twice a second. @throws Error if the condition is not met in time */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    try {
      if (await isSo()) return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    if (Date.now() > end) throw new Error(`no ${what} within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
