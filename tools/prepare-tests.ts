import { spawnSync } from "node:child_process";
import {
  findCaddy,
  findChromium,
  findFirefox,
  findNginx,
  findPostgres,
  findPromtool,
  findRedis,
  UNPACKED,
} from "../packages/service/test/support/find-programs.js";

/**
 * Installs what the tests need and npm does not bring, where the machine allows it, and names what is left out where it
 * does not. In continuous integration nothing may be left out: there it fails.
 */
const NEEDS: readonly Need[] = [
  { debianPackage: "chromium", suites: "test/browser", find: findChromium },
  { debianPackage: "firefox-esr", suites: "packages/service/test/browser/firefox*", find: findFirefox },
  { debianPackage: "redis-server", suites: "what is about shared limits", find: findRedis },
  { debianPackage: "postgresql", suites: "what is about PostgreSQL", find: findPostgres },
  { debianPackage: "prometheus", suites: "packages/service/test/integration/metrics/promtool*", find: findPromtool },
  { debianPackage: "nginx", suites: "packages/service/test/integration/many", find: findNginx },
  { debianPackage: "caddy", suites: "the Caddyfile", find: findCaddy, isUnpacked: true },
];

interface Need {
  readonly debianPackage: string;
  /** What is left out without it. */
  readonly suites: string;
  /** Where it is; `undefined` when it is not installed. */
  readonly find: () => string | undefined;
  /** Its files are needed and nothing that it depends on, starts or sets up. */
  readonly isUnpacked?: boolean;
}

const missing = () => NEEDS.filter((need) => need.find() === undefined);

for (const isUnpacked of [false, true]) {
  const packages = missing()
    .filter((need) => (need.isUnpacked ?? false) === isUnpacked)
    .map((need) => need.debianPackage);
  if (packages.length === 0) continue;
  console.log(`installing for the tests: ${packages.join(", ")}`);
  if (isUnpacked) for (const name of packages) unpack(name);
  else install(packages);
}
for (const { debianPackage, suites } of missing()) {
  console.log(`${debianPackage} is missing, ${suites}: left out. To run it: apt-get install ${debianPackage}`);
}
if (missing().length > 0 && (process.env["CI"] ?? "") !== "") process.exitCode = 1;

function install(packages: readonly string[]): void {
  const root = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = [...root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-y"];
  const add = [...apt, "--no-install-recommends", "install", ...packages];
  // The package lists of a fresh machine are empty or too old; elsewhere refreshing them is a waste of time.
  if (!run(add) && run([...apt, "update"])) run(add);
}

/** Needs no root: the package is loaded and its files are taken out. */
function unpack(debianPackage: string): void {
  const script = 'mkdir -p "$1" && cd "$1" && apt-get -qq download "$2" && dpkg -x "$2"_*.deb . && rm "$2"_*.deb';
  run(["sh", "-c", script, "unpack", UNPACKED, debianPackage]);
}

function run([command = "", ...words]: readonly string[]): boolean {
  return spawnSync(command, words, { stdio: ["ignore", "ignore", "inherit"] }).status === 0;
}
