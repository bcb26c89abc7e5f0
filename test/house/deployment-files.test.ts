import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { VERSION } from "../../packages/service/src/platform/version.js";
import { parseConfig, SETTINGS } from "../../packages/service/src/settings.js";
import { environmentOf, lastOf, readDockerfile } from "../../packages/service/test/support/dockerfile.js";
import { filesBelow, readText } from "./tree.js";

interface ComposeService {
  readonly volumes: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** From SIGTERM: the longest that requests under way may take, and what it takes to close. */
const STOPPING_SECONDS = 10;

describe("the Dockerfile", () => {
  const dockerfile = readDockerfile();

  test("ends in a stage without compiler, root or secrets, with settings that the service takes", () => {
    const last = dockerfile.filter(({ stage }) => stage === 1);
    expect(last.some(({ words }) => words.includes("apt-get"))).toBe(false);
    expect(lastOf(last, "USER")).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    const settings = environmentOf(last);
    expect(foreignNames(settings)).toEqual(["NODE_ENV"]);
    expect(parseConfig(settings).http.host).toBe("0.0.0.0");
    expect(lastOf(last, "VOLUME")).toBe(settings["DATA_DIR"]);
    expect(lastOf(last, "EXPOSE")).toBe(settings["PORT"]);
  });
});

describe("compose.yaml", () => {
  const { services } = parse(readText("compose.yaml")) as { services: Record<string, ComposeService> };
  const peak = services["peak"];

  test("keeps the folder of the Dockerfile, and gives settings that the service takes with nothing filled in", () => {
    expect(peak?.volumes).toEqual([`data:${environmentOf(readDockerfile())["DATA_DIR"]}`]);
    const settings = Object.fromEntries(
      Object.entries(peak?.environment ?? {}).map(([name, value]) => [name, value.replace(/\$\{\w+:-(.*?)\}/, "$1")]),
    );
    expect(foreignNames(settings)).toEqual([]);
    expect(parseConfig(settings).http.baseUrl.href).toBe("http://127.0.0.1:8080/");
  });
});

describe("deploy/compose-many.yaml", () => {
  const compose = readText("deploy/compose-many.yaml");
  const addresses = compose.match(/172\.28\.80\.\d+(?!\/)/g) ?? [];

  test("gives every instance settings that the service takes", () => {
    const settings = settingsIn(block(compose, "x-instance: &instance", "    ")).map(([name, value]) => [
      name,
      value.replace(/\$\{BASE_URL:.*?\}/, "https://peak.example").replace(/\$\{\w+:.*?\}/g, "abc123"),
    ]);
    expect(settings.length).toBeGreaterThan(5);
    const config = parseConfig(Object.fromEntries(settings));
    expect([config.role, config.databaseUrl?.hostname, config.redisUrl?.hostname]).toEqual([
      "all",
      "postgres",
      "valkey",
    ]);
    expect(config.http.trustedProxies).toEqual(["172.28.80.2/32"]);
  });

  test("has all instances sign with the key of one volume, in the folder of the Dockerfile", () => {
    const folder = environmentOf(readDockerfile())["DATA_DIR"];
    expect(block(compose, "x-instance: &instance", "  ")).toContain(`volumes: ["key:${folder}"]`);
    expect(compose).toMatch(/^volumes:\n {2}key:$/m);
  });

  test("has nginx ask the instances where they are", () => {
    const asked = readText("deploy/nginx/peak-instances.compose.conf").match(/172\.28\.80\.\d+/g) ?? [];
    expect(new Set(asked)).toEqual(new Set(addresses.filter((each) => each !== "172.28.80.2")));
    expect(new Set(asked).size).toBe(3);
  });

  test("takes every secret from outside, and the example names them all", () => {
    const names = new Set([...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));
    const example = readText("deploy/compose.env.example");
    expect(new Set([...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name))).toEqual(names);
    expect(example).toMatch(/^POSTGRES_PASSWORD=$/m);
    expect(compose).not.toMatch(/\$\{\w+(:?-[^}]*)?\}/); // no default and no empty secret
  });
});

test("nginx has words for every status that it answers by itself, and for no other", () => {
  const text = readText("deploy/nginx/peak.conf") + readText("deploy/nginx/peak-server.conf");
  const worded = [...(/map \$status \$peak_fault \{([^}]*)\}/.exec(text)?.[1] ?? "").matchAll(/"status":(\d+)/g)];
  const shown = [...text.matchAll(/^error_page ([\d ]+?) +(?:=(\d+) +)?\/peak-fault;/gm)].flatMap(
    ([, statuses = "", as]) => (as === undefined ? statuses.split(" ") : [as]),
  );
  expect([...new Set(shown)].sort()).toEqual(worded.map(([, status]) => status).sort());
  expect(shown).toEqual(expect.arrayContaining(["400", "412", "429", "431", "500", "501", "503", "505"]));
});

test("the two lists of instances for nginx say the same of each", () => {
  const [one, compose] = ["peak-instances.conf", "peak-instances.compose.conf"].map(
    (name) =>
      new Set(
        readText(`deploy/nginx/${name}`)
          .split("\n")
          .map((line) => line.replace(/^#.*|127\.0\.0\.1:8080|172\.28\.80\.1\d:8080/, "")),
      ),
  );
  expect(one).toEqual(compose);
});

test("nginx leaves the query out of its key for paths alone whose answers read none", () => {
  const reading = filesBelow("packages/service/src/http/endpoints").filter((path) =>
    readText(path).includes("queryOf("),
  );
  expect(reading.length).toBeGreaterThan(3);
  for (const path of reading) expect(readText(path), path).not.toMatch(/path: ["`]\/api\/(?!pro\/)/);
  expect(readText("deploy/nginx/peak-server.conf")).toMatch(/location \/api\/pro\/ \{\n {4}proxy_cache off;/);
});

test("whatever is told to make a key before the first start is told how the history begins with it", () => {
  const files = [...filesBelow("deploy"), ...filesBelow("docs/operations")];
  const telling = files.filter((path) => /genpkey -algorithm ed25519(?! >)/.test(readText(path)));
  expect(telling.length).toBeGreaterThan(3);
  expect(telling.filter((path) => !readText(path).includes("NEW_HISTORY=yes"))).toEqual([]);
});

describe("the Kubernetes manifests", () => {
  const folder = "deploy/kubernetes";
  const [api, worker] = ["api", "worker"].map((name) => readText(`${folder}/${name}.yaml`)) as [string, string];

  test("are all named in kustomization.yaml, with the version of the package", () => {
    const kustomization = readText(`${folder}/kustomization.yaml`);
    const named = [...kustomization.matchAll(/^ {2}- ([\w-]+)\.yaml$/gm)].map(([, name]) => name).sort();
    const files = filesBelow(folder).map((path) => path.replace(`${folder}/`, "").replace(/(\.example)?\.yaml$/, ""));
    expect(named).toEqual(files.filter((name) => name !== "kustomization").sort());
    expect(kustomization).toContain(`newTag: ${VERSION}`);
    for (const name of ["compose.yaml", "deploy/compose-many.yaml"])
      expect(readText(name)).toContain(`image: peak-cycle-index:${VERSION}`);
  });

  test("give both roles settings that the service takes", () => {
    const settings = [readText(`${folder}/configmap.yaml`), readText(`${folder}/secret.example.yaml`)].flatMap(
      settingsIn,
    );
    for (const ROLE of ["api", "worker"] as const) {
      expect(ROLE === "api" ? api : worker).toContain(`env: [{ name: ROLE, value: ${ROLE} }]`);
      expect(parseConfig({ ...Object.fromEntries(settings), ROLE }).role).toBe(ROLE);
    }
  });

  test.each([
    ["api", api],
    ["worker", worker],
  ])("leave %s time to end", (_name, text) => {
    const pause = Number(/command: \[sleep, "(\d+)"\]/.exec(text)?.[1]);
    const grace = Number(/terminationGracePeriodSeconds: (\d+)/.exec(text)?.[1]);
    expect(grace).toBeGreaterThanOrEqual(pause + STOPPING_SECONDS);
    expect(text.match(/path: \/\w+/g)).toEqual(Array(3).fill("path: /healthz"));
  });

  test("give the signing key to the workers, where the settings say it is", () => {
    const settings = Object.fromEntries(settingsIn(readText(`${folder}/configmap.yaml`)));
    const mount = /volumeMounts: \[\{ name: signing-key, mountPath: (\S+), readOnly: true \}\]/.exec(worker)?.[1];
    const secret = /secretName: ([\w-]+), defaultMode: 0440/.exec(worker)?.[1];
    const [, example] = readText(`${folder}/secret.example.yaml`).split("\n---\n");
    expect(example).toContain(`name: ${secret}\n`);
    const file = /^ {2}(\S+): \|$/m.exec(example ?? "")?.[1];
    expect(parseConfig(settings).signingKeyFile).toBe(`${mount}/${file}`);
    expect(worker).toMatch(/fsGroup: 1000/); // the secret's files are root's
    expect(api).not.toContain("signing-key");
  });

  test("differ between the roles in nothing but role, key and resources", () => {
    const podOf = (text: string, role: string) =>
      text
        .slice(text.indexOf("      automountServiceAccountToken"), text.indexOf("\n---"))
        .replaceAll(role, "ROLE")
        .replace(/^ +#.*\n/gm, "")
        .replace(/\n +(fsGroup: .*|.*name: signing-key.*)/g, "")
        .replace(/(cpu|memory): \w+/g, "$1");
    expect(podOf(api, "api")).toContain("ROLE");
    expect(podOf(api, "api")).toBe(podOf(worker, "worker"));
  });
});

describe("the systemd units", () => {
  test("give each of several instances the one key, and a process time to end", () => {
    const instances = readText("deploy/systemd/instances.conf");
    const credential = /^LoadCredential=(\S+):\/etc\/peak\/\S+$/m.exec(instances)?.[1];
    expect(instances).toContain(`Environment=SIGNING_KEY_FILE=%d/${credential}\n`);
    const unit = readText("deploy/systemd/peak.service");
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(STOPPING_SECONDS);
  });

  test("come with an example of settings that the service takes", () => {
    const example = readText("deploy/systemd/peak.env.example");
    const pairs = [...example.matchAll(/^#?([A-Z_]+)=(.+)$/gm)].map(([, name = "", value = ""]) => [name, value]);
    const settings = Object.fromEntries(pairs) as Record<string, string>;
    expect(foreignNames(settings)).toEqual([]);
    expect(parseConfig(settings).databaseUrl?.hostname).toBe("127.0.0.1");
    expect(example).toContain("\nDATA_DIR=/var/lib/peak\n");
  });
});

function foreignNames(settings: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(settings).filter((name) => !(name in SETTINGS));
}

/** `NAME: value` lines of a piece of YAML, in order. */
function settingsIn(text: string): readonly (readonly [name: string, value: string])[] {
  const pairs = [...text.matchAll(/^ +([A-Z][A-Z_]+): (.+)$/gm)].map(
    ([, name = "", value = ""]) => [name, value.replace(/ #.*$/, "").replace(/^"(.*)"$/, "$1")] as const,
  );
  for (const [name] of pairs) if (!(name in SETTINGS)) throw new Error(`${name} is no setting`);
  return pairs;
}

/** The lines below a line, as far as they are indented at least so much. */
function block(text: string, head: string, indent: string): string {
  const lines = text.slice(text.indexOf(`${head}\n`) + head.length + 1).split("\n");
  const end = lines.findIndex((line) => !line.startsWith(indent.slice(0, 2)));
  return lines.slice(0, end).join("\n");
}
