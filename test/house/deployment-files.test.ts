import { expect, test } from "vitest";
import { parse } from "yaml";
import { VERSION } from "../../packages/service/src/platform/version.js";
import { parseConfig, SETTINGS } from "../../packages/service/src/settings.js";
import { filesBelow, readText } from "./tree.js";

/** Longest time a process takes to end after SIGTERM. */
const STOPPING_SECONDS = 10;

test.each([
  ["Dockerfile", settingsOf("Dockerfile", /^(?:ENV| {3}) ([A-Z_]+)=(\S+)/gm)],
  ["compose.yaml", settingsOf("compose.yaml", /^ {6}([A-Z_]+): (.+)$/gm)],
  ["deploy/compose-many.yaml", settingsOf("deploy/compose-many.yaml", /^ {4}([A-Z_]+): (.+)$/gm)],
  ["deploy/systemd/peak.env.example", settingsOf("deploy/systemd/peak.env.example", /^#?([A-Z_]+)=(.+)$/gm)],
  [
    "deploy/kubernetes",
    {
      ...settingsOf("deploy/kubernetes/configmap.yaml", /^ {2}([A-Z_]+): (.+)$/gm),
      ...settingsOf("deploy/kubernetes/secret.example.yaml", /^ {2}([A-Z_]+): (.+)$/gm),
    },
  ],
])("%s sets only variables that the service knows, to values it accepts", (_name, settings) => {
  const { NODE_ENV: _, ...ours } = settings;
  expect(Object.keys(ours).length).toBeGreaterThan(1);
  expect(Object.keys(ours).filter((name) => !(name in SETTINGS))).toEqual([]);
  expect(() => parseConfig(ours)).not.toThrow();
});

test("the container and the systemd unit start `peak serve`, and leave it time to end", () => {
  expect(readText("Dockerfile")).toContain('\nENTRYPOINT ["peak"]\nCMD ["serve"]\n');
  const unit = readText("deploy/systemd/peak.service");
  expect(unit).toContain("\nExecStart=/opt/peak/bin/peak serve\n");
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(STOPPING_SECONDS);
});

test("the command, npm start and the demo start Node without flags", () => {
  const { scripts } = JSON.parse(readText("package.json")) as { readonly scripts: Readonly<Record<string, string>> };
  expect(scripts["start"]).toMatch(/ && exec node packages\/service\/dist\/bundle\/main\.js serve$/);
  expect(scripts["demo"]).toBe(scripts["start"]?.replace(/serve$/, "demo"));
  expect(readText("packages/service/bin/peak.js").split("\n")[0]).toBe(
    "#!/usr/bin/env -S node --", // Node takes no option of ours for its own, such as --env-file
  );
});

test("nginx asks the instances of compose-many.yaml where they are", () => {
  const addressesIn = (path: string) => new Set(readText(path).match(/172\.28\.80\.1\d/g));
  expect(addressesIn("deploy/nginx/peak-instances.compose.conf")).toEqual(addressesIn("deploy/compose-many.yaml"));
});

test("every image has the version of the package, and kustomization.yaml lists every manifest", () => {
  for (const name of ["compose.yaml", "deploy/compose-many.yaml"])
    expect(readText(name)).toContain(`image: peak-cycle-index:${VERSION}`);
  const { resources, images } = parse(readText("deploy/kubernetes/kustomization.yaml"));
  expect(images[0].newTag).toBe(VERSION);
  const manifests = filesBelow("deploy/kubernetes").map((path) =>
    path.replace("deploy/kubernetes/", "").replace(".example", ""),
  );
  expect([...resources, "kustomization.yaml"].sort()).toEqual([...manifests].sort());
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
      .replace(/\$\{\w+:.*?\}/g, "abc123"),
  ]);
  return Object.fromEntries(pairs);
}
