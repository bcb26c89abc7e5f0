import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { startSimulator } from "peak-cycle-simulator";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ask } from "../support/ask.js";
import {
  copiedPaths,
  environmentOf,
  isInContext,
  lastOf,
  listAfter,
  readDockerfile,
  takenPaths,
} from "../support/dockerfile.js";
import { fillFolder } from "../support/prepared-folder.js";
import { readableFolder } from "../support/readable-folder.js";
import { eventually } from "../support/service-process.js";
import { simulatorSettings } from "../support/simulated-life.js";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const DOCKERFILE = readDockerfile();

const [BUILD, LAST] = [stageOf(0), stageOf(1)];

/** Of the Dockerfile: `USER 1000:1000`. */
const [UID = 0, GID = 0] = lastOf(DOCKERFILE, "USER").split(":").map(Number);

/** A file system that cannot be written to but for one folder, and a user who is not root: what `--read-only` gives. */
const SEALED = `mount --bind "$DATA_DIR" "$DATA_DIR" && mount -o remount,ro,bind / && cd "$WORKDIR" \
&& exec setpriv --reuid ${UID} --regid ${GID} --clear-groups --no-new-privs -- "$@"`;

/** As a constant, it is no program of a package for those who look for such. */
const UNSHARE = "unshare";

const canSeal = spawnSync(UNSHARE, ["--mount", "mount", "-o", "remount,ro,bind", "/"]).status === 0;
if (!canSeal) process.stderr.write("Only root can mount: what needs a read-only file system is skipped\n");

/** The Dockerfile's steps by hand, with the packages that are here: no image is built. */
describe("what the Dockerfile makes", () => {
  const readable = readableFolder(); // the container's user may not be able to read the checkout
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "peak-image-"));
    const building = mkdtempSync(join(tmpdir(), "peak-build-"));
    copyOfCheckout(BUILD, building);
    linkPackages(building);
    const [build] = BUILD.filter(({ name, words }) => name === "RUN" && words.startsWith("npm run "));
    execFileSync("/bin/sh", ["-c", build?.words ?? "false"], { cwd: building, stdio: ["ignore", "ignore", "pipe"] });
    for (const { from, to } of takenPaths(LAST))
      cpSync(realpathSync(join(building, from)), join(folder, to), { recursive: true });
    symlinkSync(join(folder, "bin/peak.js"), join(folder, "peak")); // as in /usr/local/bin
    rmSync(building, { recursive: true });
    execFileSync("chmod", ["-R", "a+rX", folder]); // whatever the umask
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("has nothing of a checkout's data, history, builds and packages", () => {
    const leftOut = ["packages/model/test", "packages/model/dist/index.js", "node_modules", ".git", "data"];
    expect(leftOut.filter(isInContext)).toEqual([]);
  });

  /** Node and the command come with the image, before what the machine has. */
  const path = () => `${folder}:${readable.path}:${process.env["PATH"]}`;

  /** The container's process on the simulated market, with one folder to write to. */
  async function startSealed(data: string) {
    for (const each of [data, ...readdirSync(data).map((name) => join(data, name))]) chownSync(each, UID, GID);
    const simulator = await startSimulator();
    onTestFinished(() => simulator.close());
    const image = environmentOf(DOCKERFILE);
    const env = { ...image, PATH: path(), PORT: "0", DATA_DIR: data, WORKDIR: folder, ...simulatorSettings(simulator) };
    const words = [...listAfter(DOCKERFILE, "ENTRYPOINT"), ...listAfter(DOCKERFILE, "CMD")];
    const sealed = ["--mount", "/bin/sh", "-c", SEALED, "sealed"];
    const touched = (path: string) => spawnSync(UNSHARE, [...sealed, "touch", path], { env }).status;
    expect([touched(join(data, "x")), touched(join(folder, "x")), touched(join(tmpdir(), "x"))]).toEqual([0, 1, 1]);
    const service = spawn(UNSHARE, [...sealed, ...words], { env });
    const said: string[] = [];
    for (const stream of [service.stdout, service.stderr]) stream.on("data", (part) => said.push(String(part)));
    onTestFinished(() => void service.kill("SIGKILL"));
    const port = await eventually("listening", () => /"port":(\d+),/.exec(said.join(""))?.[1]);
    const until200 = (path: string, timeoutMs?: number) => {
      const status = () => ask(`http://127.0.0.1:${port}${path}`).then((answer) => answer.status, Number);
      return eventually(path, async () => (await status()) === 200 || undefined, timeoutMs).catch((error: Error) => {
        throw new Error(`${error.message}; it said ${said.slice(-5).join("")}`);
      });
    };
    return { service, said, port, until200 };
  }

  function emptyData(): string {
    const data = mkdtempSync(join(tmpdir(), "peak-data-"));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    return data;
  }

  test.skipIf(!canSeal)(
    "serves, draws pictures and is healthy as another user on a read-only file system",
    async () => {
      const data = emptyData();
      await fillFolder(data, Date.now());
      const { service, said, port, until200 } = await startSealed(data);
      for (const path of ["/readyz", "/embed/nhci-badge.png"]) await until200(path);
      const status = execFileSync("cat", [`/proc/${service.pid}/status`], { encoding: "utf8" });
      expect(status).toMatch(new RegExp(`^Uid:\\t${UID}\\t${UID}\\t${UID}\\t${UID}$`, "m"));

      const check = listAfter(DOCKERFILE, "HEALTHCHECK");
      const checked = (PORT: string) =>
        spawnSync(check[0] ?? "", check.slice(1), { env: { ...environmentOf(DOCKERFILE), PATH: path(), PORT } }).status;
      expect(checked(port)).toBe(0);
      const gone = once(service, "exit");
      service.kill(lastOf(DOCKERFILE, "STOPSIGNAL") as NodeJS.Signals);
      expect(await gone).toEqual([0, null]);
      expect(checked(port)).toBe(1);
      expect(said.join("")).not.toMatch(/"level":"error"|EROFS|EACCES/);
    },
  );

  test.skipIf(!canSeal)(
    "makes its first start there, with no folder for temporary files",
    async () => {
      const { said, until200 } = await startSealed(emptyData());
      await until200("/readyz", 150_000);
      expect(said.join("")).not.toMatch(/^peak: |"level":"error"/m);
    },
    180_000,
  );
});

function stageOf(number: number): typeof DOCKERFILE {
  return DOCKERFILE.filter(({ stage }) => stage === number);
}

/** What the `COPY` instructions of a stage take out of the checkout, as far as `.dockerignore` lets it in. */
function copyOfCheckout(stage: typeof DOCKERFILE, folder: string): void {
  const filter = (from: string) => isInContext(relative(ROOT, from));
  for (const path of copiedPaths(stage)) cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter });
}

/** In the place of `npm ci`: the packages that are here, but for ours, which are those of the folder. */
function linkPackages(folder: string): void {
  const [here, there] = [join(ROOT, "node_modules"), join(folder, "node_modules")];
  mkdirSync(there);
  for (const name of readdirSync(here).filter((each) => !each.startsWith("peak-cycle-")))
    symlinkSync(join(here, name), join(there, name));
  for (const name of readdirSync(here).filter((each) => each.startsWith("peak-cycle-")))
    symlinkSync(join(folder, relative(ROOT, realpathSync(join(here, name)))), join(there, name));
}
