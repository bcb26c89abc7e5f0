/**
 * Installs the Debian packages that a tier of the tests needs, if the machine allows it; otherwise lists the tests that
 * will be skipped. In continuous integration a missing package is an error.
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
  /** The tests that are skipped without it. */
  readonly suites: string;
  /** Its path; `undefined` if it is not installed. */
  readonly find: () => string | undefined;
}

const TIERS: Readonly<Record<string, readonly Need[]>> = {
  test: [
    { debianPackage: "chromium", suites: "tests in a browser", find: findChromium },
    { debianPackage: "postgresql", suites: "tests on PostgreSQL", find: findPostgres },
    { debianPackage: "redis-server", suites: "tests of shared limits", find: findRedis },
    { debianPackage: "python3", suites: "tests of docs/verify.py", find: () => findPython("json") },
  ],
  long: [
    { debianPackage: "firefox-esr", suites: "tests in Firefox", find: findFirefox },
    { debianPackage: "nginx", suites: "tests behind nginx", find: findNginx },
    {
      debianPackage: "python3-cryptography",
      suites: "tests of docs/verify.py",
      find: () => findPython("cryptography"),
    },
  ],
};

const tier = process.argv[2] ?? "";
const needs = tier === "long" ? Object.values(TIERS).flat() : TIERS[tier];
if (needs === undefined) throw new Error(`no such tier: ${tier}; use ${Object.keys(TIERS).join(" or ")}`);
const missing = () => needs.filter((need) => need.find() === undefined);

const packages = missing().map(({ debianPackage }) => debianPackage);
if (packages.length > 0) {
  console.log(`installing for the tests: ${packages.join(", ")}`);
  install(packages);
}
for (const { debianPackage, suites } of missing())
  console.log(`skipping ${suites}, since ${debianPackage} is missing: apt-get install ${debianPackage}`);
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
