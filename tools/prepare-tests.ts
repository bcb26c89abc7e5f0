/**
 * Installs the Debian packages that a tier of the tests needs, if the machine allows it; otherwise lists the tests that
 * will be skipped. In continuous integration a missing package is an error.
 */
import { spawnSync } from "node:child_process";
import {
  findChromium,
  findFirefox,
  findNginx,
  findPgbouncer,
  findPostgres,
  findPython,
  findRedis,
} from "../packages/service/test/support/find-programs.js";

type Need = readonly [debianPackage: string, skippedWithoutIt: string, find: () => string | undefined];

const NEEDS: readonly Need[] = [
  ["chromium", "tests in a browser", findChromium],
  ["postgresql", "tests on PostgreSQL", findPostgres],
  ["redis-server", "tests of shared limits", findRedis],
  ["python3", "tests of docs/verify.py", () => findPython("json")],
];

const LONG_NEEDS: readonly Need[] = [
  ...NEEDS,
  ["firefox-esr", "tests in Firefox", findFirefox],
  ["nginx", "tests behind nginx", findNginx],
  ["pgbouncer", "tests behind a pooler", findPgbouncer],
  ["python3-cryptography", "tests of docs/verify.py", () => findPython("cryptography")],
];

const missing = () => (process.argv[2] === "long" ? LONG_NEEDS : NEEDS).filter(([, , find]) => find() === undefined);

const packages = missing().map(([name]) => name);
if (packages.length > 0) {
  console.log(`installing for the tests: ${packages.join(", ")}`);
  install(packages);
}
for (const [name, tests] of missing())
  console.log(`skipping ${tests}, since ${name} is missing: apt-get install ${name}`);
if (missing().length > 0 && (process.env["CI"] ?? "") !== "") process.exitCode = 1;

function install(names: readonly string[]): void {
  const root = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = [...root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-y"];
  const add = [...apt, "--no-install-recommends", "install", ...names];
  // Package lists may be empty or too old on a fresh machine; elsewhere, refreshing them would waste time.
  if (!run(add) && run([...apt, "update"])) run(add);
}

function run([command = "", ...words]: readonly string[]): boolean {
  return spawnSync(command, words, { stdio: ["ignore", "ignore", "inherit"] }).status === 0;
}
