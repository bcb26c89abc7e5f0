import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { VERSION } from "../../packages/service/src/platform/version.js";
import { parseConfig, SETTINGS } from "../../packages/service/src/settings.js";
import { headingsWithCommands } from "../system/page.js";
import { filesBelow, readText } from "./tree.js";

/** Longest time a process takes to end after SIGTERM. */
const STOPPING_SECONDS = 10;

test.each([
  ["Dockerfile", settingsOf("Dockerfile", /^(?:ENV| {3}) ([A-Z_]+)=(\S+)/gm)],
  ["compose.yaml", settingsOf("compose.yaml", /^ {6}([A-Z_]+): (.+)$/gm)],
  ["deploy/systemd/peak.env.example", settingsOf("deploy/systemd/peak.env.example", /^#?([A-Z_]+)=(.+)$/gm)],
  ["deploy/systemd/peak.service", settingsOf("deploy/systemd/peak.service", /^Environment=([A-Z_]+)=(.+)$/gm)],
  ["deploy/systemd/instances.conf", settingsOf("deploy/systemd/instances.conf", /^Environment=([A-Z_]+)=(.+)$/gm)],
  ["deploy/kubernetes/peak.yaml", settingsOf("deploy/kubernetes/peak.yaml", /^ {2}([A-Z_]+): (.+)$/gm)],
])("%s sets only variables that the service knows, to values it accepts", (_name, settings) => {
  const { NODE_ENV: _, ...ours } = settings;
  expect(Object.keys(ours).length).toBeGreaterThan(0);
  expect(Object.keys(ours).filter((name) => !(name in SETTINGS))).toEqual([]);
  expect(() => parseConfig(ours)).not.toThrow();
});

test("the container and the systemd unit start `peak serve`, and leave it time to end", () => {
  expect(readText("Dockerfile")).toContain('\nENTRYPOINT ["peak"]\nCMD ["serve"]\n');
  const unit = readText("deploy/systemd/peak.service");
  expect(unit).toContain("\nExecStart=/opt/peak/current/bin/peak serve\n");
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(STOPPING_SECONDS);
});

test("the command, npm start and the demo start Node without flags", () => {
  const { scripts } = JSON.parse(readText("package.json")) as { readonly scripts: Readonly<Record<string, string>> };
  expect(scripts["start"]).toMatch(/ && exec node packages\/service\/dist\/bundle\/main\.js serve$/);
  expect(scripts["demo"]).toMatch(/ && exec node packages\/service\/dist\/bundle\/main\.js demo$/);
  expect(readText("packages/service/bin/peak.js").split("\n")[0]).toBe(
    "#!/usr/bin/env -S node --", // Node takes no option of ours for its own, such as --env-file
  );
});

test("every image and every tarball that is named has the version of the package", () => {
  expect(readText("compose.yaml")).toContain(`image: peak-cycle-index:${VERSION}\n`);
  expect(readText("deploy/kubernetes/peak.yaml")).toContain(`/peak-cycle-index:${VERSION} `);
  expect(readText("docs/operations.md")).toContain(`tar -xzf peak-${VERSION}-linux-x64.tar.gz `);
});

test("every manifest of Kubernetes has a kind and a name, and selects the pods of the deployment", () => {
  const manifests = parseAllDocuments(readText("deploy/kubernetes/peak.yaml")).map((each) => each.toJS());
  expect(manifests.map(({ kind, metadata }) => [kind, metadata.name])).toContainEqual(["Deployment", "peak"]);
  expect(manifests.map(({ apiVersion }) => apiVersion)).not.toContain(undefined);
  const selectors = manifests.map(
    ({ spec }) => spec?.selector?.matchLabels ?? spec?.podSelector?.matchLabels ?? spec?.selector,
  );
  for (const selector of selectors.filter((each) => each !== undefined)) expect(selector).toEqual({ app: "peak" });
});

test("npm run test:system types every block of commands on docs/operations.md", async () => {
  // they count the blocks
  await Promise.all([import("../system/on-a-machine.js"), import("../system/in-containers.js")]);
  expect(headingsWithCommands()).toEqual([
    "The first day",
    "Proxy and TLS",
    "Backup and restore",
    "Upgrade and roll back",
    "Several instances",
    "Containers",
    "Keys of API Pro",
  ]);
});

test("the files of deploy have at most 1,000 lines", () => {
  const lines = filesBelow("deploy").map((path) => readText(path).split("\n").length - 1);
  expect(lines.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(1000);
});

/** What a file sets, with values filled in where it leaves them open. */
function settingsOf(path: string, line: RegExp): Readonly<Record<string, string>> {
  const pairs = [...readText(path).matchAll(line)].map(([, name = "", value = ""]) => [
    name,
    value
      .replace(/ #.*$/, "")
      .replace(/ \\$/, "")
      .replace(/^"(.*)"$/, "$1")
      .replace(/\$\{BASE_URL:?.*?\}/, "https://peak.example")
      .replace(/\$\{\w+:-(.*?)\}/, "$1")
      .replace(/\$\{\w+:.*?\}/g, "abc123")
      .replace("%i", "8081"),
  ]);
  return Object.fromEntries(pairs);
}
