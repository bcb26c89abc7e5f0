import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { VERSION } from "../../packages/service/src/platform/version.js";
import { parseConfig, SETTINGS } from "../../packages/service/src/settings.js";
import { environmentOf, readDockerfile } from "../../packages/service/test/support/dockerfile.js";
import { readText } from "./tree.js";

const APP = "peak-cycle-index";
const FOLDER = `deploy/umbrel/${APP}`;

type Fields = Readonly<Record<string, unknown>>;

interface Compose {
  readonly services: Readonly<Record<string, Fields>>;
}

const manifest = parse(readText(`${FOLDER}/umbrel-app.yml`)) as Fields;
const compose = parse(readText(`${FOLDER}/docker-compose.yml`)) as Compose;

/** What the store's own check asks of every app, as read in November 2026. */
const TEXTS = [
  "id",
  "category",
  "name",
  "version",
  "tagline",
  "description",
  "developer",
  "website",
  "repo",
  "support",
];
const MORE_TEXTS = ["submitter", "submission"];
const CATEGORIES = "ai automation bitcoin crypto developer files finance media networking social".split(" ");
/** Of the system itself. */
const RESERVED_PORTS = [80, 443, 2000];

/** What is wrong with a manifest, a line each. */
function manifestFaults(fields: Fields): readonly string[] {
  const missing = [...TEXTS, ...MORE_TEXTS].filter((name) => typeof fields[name] !== "string" || fields[name] === "");
  const port = Number(fields["port"]);
  const addresses = ["website", "repo", "support", "submission"].filter((name) => !URL.canParse(String(fields[name])));
  return [
    ...missing.map((name) => `${name} is no text`),
    ...addresses.map((name) => `${name} is no address`),
    ...(typeof fields["manifestVersion"] === "number" ? [] : ["manifestVersion is no number"]),
    ...(/^[a-z0-9][a-z0-9-]*[a-z0-9]$/.test(String(fields["id"])) ? [] : ["id has other signs"]),
    ...(CATEGORIES.includes(String(fields["category"])) ? [] : ["category is unknown"]),
    ...(Number.isInteger(port) && port >= 1024 && port <= 65_535 ? [] : ["port is out of range"]),
    ...(RESERVED_PORTS.includes(port) ? ["port is the system's"] : []),
    ...(Array.isArray(fields["dependencies"]) && Array.isArray(fields["gallery"]) ? [] : ["a list is missing"]),
    ...(/^(\/.*)?$/.test(String(fields["path"])) ? [] : ["path has no slash in front"]),
    ...(String(fields["tagline"]).length <= 100 ? [] : ["tagline is too long"]),
  ];
}

/** What is wrong with the containers, a line each. */
function composeFaults(id: unknown, { services, ...others }: Compose): readonly string[] {
  const proxy = (services["app_proxy"]?.["environment"] ?? {}) as Fields;
  const target = /^(.+)_(\w+)_1$/.exec(String(proxy["APP_HOST"]));
  const own = Object.entries(services).filter(([name]) => name !== "app_proxy");
  return [
    ...(target?.[1] === id && services[target?.[2] ?? ""] !== undefined ? [] : ["app_proxy leads nowhere"]),
    ...(Number.isInteger(proxy["APP_PORT"]) ? [] : ["app_proxy has no port"]),
    ...["networks", "volumes"].filter((name) => name in others).map((name) => `${name} of its own`),
    ...own.flatMap(([name, service]) => serviceFaults(service).map((fault) => `${name}: ${fault}`)),
  ];
}

function serviceFaults(service: Fields): readonly string[] {
  const volumes = (service["volumes"] ?? []) as readonly unknown[];
  const access = ["privileged", "devices", "cap_add", "security_opt", "network_mode", "pid", "ipc", "container_name"];
  return [
    ...["build", "ports", ...access].filter((name) => name in service).map((name) => `${name} is not for an app`),
    ...(/^[\w./-]+:(?!latest@)[\w.-]+@sha256:[0-9a-f]{64}$/.test(String(service["image"]))
      ? []
      : ["image is not pinned"]),
    ...(service["restart"] === "on-failure" ? [] : ["restart is not on-failure"]),
    ...volumes
      .filter((each) => typeof each !== "string" || !/^\$\{APP_DATA_DIR\}\/[\w/-]+:\/[\w/-]+(:ro)?$/.test(each))
      .map((each) => `${each} is no folder of the app`),
  ];
}

test("the manifest follows the store's rules", () => {
  expect(manifestFaults(manifest)).toEqual([]);
  expect([manifest["id"], manifest["version"]]).toEqual([APP, VERSION]);
});

test("the containers follow the store's rules", () => {
  expect(composeFaults(manifest["id"], compose)).toEqual([]);
});

test("a new app has no release notes, and the folder that it mounts is there", () => {
  expect([manifest["releaseNotes"], manifest["gallery"]]).toEqual(["", []]);
  expect(existsSync(`${FOLDER}/data/.gitkeep`)).toBe(true);
});

test("the container is the Dockerfile's, with settings that the service takes", () => {
  const web = compose.services["web"] ?? {};
  const image = environmentOf(readDockerfile());
  expect(web["image"]).toContain(`:${VERSION}@`);
  expect(web["volumes"]).toEqual([`\${APP_DATA_DIR}/data:${image["DATA_DIR"]}`]);
  expect(compose.services["app_proxy"]?.["environment"]).toMatchObject({ APP_PORT: Number(image["PORT"]) });
  const settings = web["environment"] as Readonly<Record<string, string>>;
  expect(Object.keys(settings).filter((name) => !(name in SETTINGS))).toEqual([]);
  const address = settings["BASE_URL"]?.replace(`\${DEVICE_DOMAIN_NAME}`, "umbrel.local") ?? "";
  expect(parseConfig({ ...settings, BASE_URL: address }).http.baseUrl.port).toBe(String(manifest["port"]));
});
