/**
 * Installs the Debian packages that a tier of the tests needs and npm does not bring, where the machine allows it, and
 * names the suites that are left out where it does not. In continuous integration a missing package is a failure.
 */
import { spawnSync } from "node:child_process";
import {
  findChromium,
  findFirefox,
  findNginx,
  findPostgres,
  findPython,
  findRedis,
} from "../packages/service/test/support/find-programs.js";

interface Need {
  readonly debianPackage: string;
  /** What is left out without it. */
  readonly suites: string;
  /** Where it is; `undefined` when it is not installed. */
  readonly find: () => string | undefined;
}

const TIERS: Readonly<Record<string, readonly Need[]>> = {
  test: [
    { debianPackage: "chromium", suites: "the suites in a browser", find: findChromium },
    { debianPackage: "postgresql", suites: "the suites on PostgreSQL", find: findPostgres },
    { debianPackage: "redis-server", suites: "the suites about shared limits", find: findRedis },
    { debianPackage: "python3", suites: "docs/verify.py", find: () => findPython("json") },
  ],
  long: [
    { debianPackage: "firefox-esr", suites: "the widgets in Firefox", find: findFirefox },
    { debianPackage: "nginx", suites: "several instances behind nginx", find: findNginx },
    { debianPackage: "python3-cryptography", suites: "docs/verify.py", find: () => findPython("cryptography") },
  ],
};

const tier = process.argv[2] ?? "";
const needs = tier === "long" ? Object.values(TIERS).flat() : TIERS[tier];
if (needs === undefined) throw new Error(`there is no tier ${tier}: ${Object.keys(TIERS).join(" or ")}`);
const missing = () => needs.filter((need) => need.find() === undefined);

const packages = missing().map(({ debianPackage }) => debianPackage);
if (packages.length > 0) {
  console.log(`installing for the tests: ${packages.join(", ")}`);
  install(packages);
}
for (const { debianPackage, suites } of missing())
  console.log(`${debianPackage} is missing, so ${suites} are left out: apt-get install ${debianPackage}`);
if (missing().length > 0 && (process.env["CI"] ?? "") !== "") process.exitCode = 1;

function install(names: readonly string[]): void {
  const root = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = [...root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-y"];
  const add = [...apt, "--no-install-recommends", "install", ...names];
  // The package lists of a fresh machine are empty or too old; elsewhere refreshing them would waste time.
  if (!run(add) && run([...apt, "update"])) run(add);
}

function run([command = "", ...words]: readonly string[]): boolean {
  return spawnSync(command, words, { stdio: ["ignore", "ignore", "inherit"] }).status === 0;
}
