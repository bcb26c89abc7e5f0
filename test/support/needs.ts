import {
  findChromium,
  findFirefox,
  findJava,
  findNginx,
  findPhp,
  findPostgres,
  findPromtool,
  findPython,
  findRedis,
  findWordPress,
  UNPACKED,
} from "./find-programs.js";

/** A program that is no npm package and that some suites cannot do without. */
export interface Need {
  readonly name: string;
  /** Debian package that brings it. */
  readonly debianPackage: string;
  /** What is left out without it. */
  readonly suites: string;
  /** Where to unpack it, when its files are needed and nothing that it depends on. */
  readonly folder?: string;
  /** Where it is; `undefined` when it is not installed. */
  readonly find: () => string | undefined;
}

/** All of them. `tools/prepare-tests.ts` installs what is missing, `test/house/needs.test.ts` fails without in continuous integration. */
export const NEEDS: readonly Need[] = [
  { name: "Chromium", debianPackage: "chromium", suites: "test/browser", find: findChromium },
  { name: "Firefox", debianPackage: "firefox-esr", suites: "test/browser/firefox*", find: findFirefox },
  {
    name: "Redis",
    debianPackage: "redis-server",
    suites: "test/contract/rate-limit/redis*, test/integration/redis*",
    find: findRedis,
  },
  {
    name: "PostgreSQL",
    debianPackage: "postgresql",
    suites: "test/contract/storage/{postgres,copy}*, test/integration/**/postgres*",
    find: findPostgres,
  },
  {
    name: "promtool",
    debianPackage: "prometheus",
    suites: "test/integration/metrics/promtool*",
    find: findPromtool,
  },
  { name: "nginx", debianPackage: "nginx", suites: "test/integration/many", find: findNginx },
  {
    name: "pandas",
    debianPackage: "python3-pandas",
    suites: "test/integration/recipes* with Python",
    find: () => findPython("pandas"),
  },
  {
    name: "Java",
    debianPackage: "default-jre-headless",
    suites: "test/integration/generated-clients* with Python",
    find: findJava,
  },
  {
    name: "urllib3",
    debianPackage: "python3-urllib3",
    suites: "test/integration/generated-clients* with Python",
    find: () => findPython("urllib3"),
  },
  {
    name: "certifi",
    debianPackage: "python3-certifi",
    suites: "test/integration/generated-clients* with Python",
    find: () => findPython("certifi"),
  },
  {
    name: "Jinja",
    debianPackage: "python3-jinja2",
    suites: "test/integration/recipes* with templates of Home Assistant",
    find: () => findPython("jinja2"),
  },
  { name: "PHP", debianPackage: "php-cli", suites: "test/integration/recipes* with WordPress", find: findPhp },
  {
    name: "WordPress",
    debianPackage: "wordpress",
    suites: "test/integration/recipes* with WordPress",
    folder: UNPACKED,
    find: findWordPress,
  },
];

/** What preparing may do to a machine. */
export interface PreparedMachine {
  /** What to put before a command that changes the system, e.g. `["sudo", "-n"]`; `undefined` when it may not be changed. */
  readonly asRoot: () => readonly string[] | undefined;
  /** Whether the command succeeded; its output is the caller's matter. */
  readonly run: (command: readonly string[]) => boolean;
  readonly say: (line: string) => void;
}

/** Installs what is missing if the machine allows it; says which suites are left out if it does not. Never fails. */
export function prepare(needs: readonly Need[], machine: PreparedMachine): void {
  const missing = needs.filter((need) => need.find() === undefined);
  if (missing.length === 0) return;
  const installed = missing.filter(({ folder }) => folder === undefined);
  if (installed.length > 0) {
    install(
      installed.map((need) => need.debianPackage),
      machine,
    );
  }
  for (const { debianPackage, folder } of missing) if (folder !== undefined) unpack(debianPackage, folder, machine);
  for (const { name, suites, debianPackage, find } of missing) {
    if (find() !== undefined) continue;
    machine.say(`${name} is missing, ${suites} is left out. To run it: apt-get install ${debianPackage}`);
  }
}

function install(packages: readonly string[], { asRoot, run, say }: PreparedMachine): void {
  const root = asRoot();
  if (root === undefined) return;
  say(`installing for the tests: ${packages.join(", ")}`);
  const apt = [...root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-y"];
  const add = [...apt, "--no-install-recommends", "install", ...packages];
  // The package lists of a fresh machine are empty or too old; elsewhere refreshing them is a waste of time.
  if (!run(add) && run([...apt, "update"])) run(add);
}

/** Needs no root: the package is loaded and its files are taken out. */
function unpack(debianPackage: string, folder: string, { run, say }: PreparedMachine): void {
  say(`unpacking for the tests: ${debianPackage}`);
  const script = 'mkdir -p "$1" && cd "$1" && apt-get -qq download "$2" && dpkg -x "$2"_*.deb . && rm "$2"_*.deb';
  run(["sh", "-c", script, "unpack", folder, debianPackage]);
}
