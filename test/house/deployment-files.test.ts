/**
 * The files that operators copy: they must fit this version of the service, and the page that explains how to use them.
 */

import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { parseConfig, SETTINGS } from "../../packages/service/src/settings/settings.js";
import { VERSION } from "../../packages/service/src/version.js";
import { runPeak } from "../../packages/service/test/support/run-peak.js";
import { headingsWithCommands } from "../system/page.js";
import { ROOT, readText } from "./tree.js";

test.each([
  ["Dockerfile", /^(?:ENV| {3}) ([A-Z_]+)=(\S+)/gm],
  ["compose.yaml", /^ {6}([A-Z_]+): (.+)$/gm],
  ["deploy/systemd/peak.env.example", /^#?([A-Z_]+)=(.+)$/gm],
  ["deploy/systemd/instances.conf", /^Environment=([A-Z_]+)=(.+)$/gm],
  ["deploy/kubernetes/peak.yaml", /^ {2}([A-Z_]+): (.+)$/gm],
])("%s sets only variables that the service knows, to values it accepts", (path, line) => {
  const { NODE_ENV: _, ...settings } = settingsIn(path, line);
  expect(Object.keys(settings).length).toBeGreaterThan(0);
  expect(Object.keys(settings).filter((name) => !(name in SETTINGS))).toEqual([]);
  expect(() => parseConfig(settings)).not.toThrow();
});

test.each(["peak-backup", "peak-announce"])("%s.service is confined like peak.service", (name) => {
  expect(confinementOf(name)).toEqual(confinementOf("peak"));
});

/** The lines of a unit that take rights away, from UMask to the end of the section. */
function confinementOf(name: string): readonly string[] {
  const lines = readText(`deploy/systemd/${name}.service`).split("\n\n[Install]", 1)[0]?.split("\n") ?? [];
  expect(lines).toContain("NoNewPrivileges=yes");
  return lines.slice(lines.indexOf("UMask=0077")).filter((line) => line !== "" && !line.startsWith("#"));
}

test("npm run test:system runs every block of commands on docs/operations.md", async () => {
  // These modules throw if a section does not have exactly as many blocks as they run.
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

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own shape
  readonly spec: any;
}

/** @throws the first mistake in the YAML */
function manifestsIn(path: string): readonly Manifest[] {
  return parseAllDocuments(readText(path)).map((document) => {
    if (!("contents" in document) || document.errors[0] !== undefined) throw new Error(`${path} is not YAML`);
    return document.toJS() as Manifest;
  });
}

describe("the Kubernetes files", () => {
  const all = ["deploy/kubernetes/peak.yaml", "deploy/kubernetes/monitoring.yaml"].flatMap(manifestsIn);
  const of = (kind: string) => all.filter((each) => each.kind === kind);
  const [deployment, cronJob] = [of("Deployment")[0]?.spec, of("CronJob")[0]?.spec];
  const pods = [deployment?.template.spec, cronJob?.jobTemplate.spec.template.spec];
  const page = readText("docs/operations.md");

  test("are documents with a kind and a name, all in one namespace", () => {
    for (const { apiVersion, kind, metadata } of all) {
      expect([kind, apiVersion, metadata.name]).toEqual([kind, expect.stringMatching(/v1$/), expect.any(String)]);
      if (kind !== "Namespace") expect([kind, metadata.namespace]).toEqual([kind, "peak"]);
    }
  });

  test("mount and name only what exists or what the page creates", () => {
    const known = new Set(["ConfigMap", "PersistentVolumeClaim"].flatMap(of).map(({ metadata }) => metadata.name));
    for (const [, secret = ""] of page.matchAll(/create secret generic (\S+)/g)) known.add(secret);
    for (const { containers, volumes } of pods) {
      const names = volumes.map(({ name }: { name: string }) => name);
      const used = JSON.stringify(volumes).matchAll(/"(?:claimName|secretName)":"([^"]+)"/g);
      const env = JSON.stringify(containers[0].envFrom).matchAll(/"name":"([^"]+)"/g);
      for (const [, name] of [...used, ...env]) expect(known).toContain(name);
      for (const { name } of containers[0].volumeMounts) expect(names).toContain(name);
    }
  });

  test("run every pod with this version, without root, rights or a writable file system", () => {
    expect(pods).toHaveLength(2);
    for (const { securityContext, containers } of pods) {
      const [container] = containers;
      expect(container.image).toBe(`registry.example/peak-cycle-index:${VERSION}`);
      expect(securityContext.runAsNonRoot).toBe(true);
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
    }
  });

  test("select pods by labels and ports that they have", () => {
    const labels = [deployment.template.metadata.labels.app, cronJob.jobTemplate.spec.template.metadata.labels.app];
    const ports = deployment.template.spec.containers[0].ports.map(({ name }: { name: string }) => name);
    for (const { spec } of ["Service", "PodDisruptionBudget", "PodMonitor"].flatMap(of)) {
      expect(labels).toContain((spec.selector.matchLabels ?? spec.selector).app);
    }
    expect(of("NetworkPolicy")[0]?.spec.podSelector.matchExpressions[0].values).toEqual(labels);
    expect(ports).toContain(of("Service")[0]?.spec.ports[0].targetPort);
    expect(ports).toContain(of("PodMonitor")[0]?.spec.podMetricsEndpoints[0].port);
  });

  test("reuse the alarms of Prometheus unchanged, by the commands on the page", () => {
    const script = /^printf [\s\S]*?sed [^|]*/m.exec(page)?.[0] ?? "false";
    const rule = parse(execFileSync("sh", ["-c", script], { cwd: ROOT, encoding: "utf8" }));
    expect([rule.kind, rule.metadata]).toEqual(["PrometheusRule", { name: "peak", namespace: "peak" }]);
    expect(rule.spec).toEqual(parse(readText("deploy/prometheus/alerts.yml")));
  });
});

test("alertmanager.yml names only alarms that exist", () => {
  const { inhibit_rules } = parse(readText("deploy/prometheus/alertmanager.yml"));
  const { groups } = parse(readText("deploy/prometheus/alerts.yml"));
  const alarms = groups.flatMap(({ rules }: { rules: { alert: string }[] }) => rules.map(({ alert }) => alert));
  const matchers = inhibit_rules.flatMap((rule: Inhibition) => [...rule.source_matchers, ...rule.target_matchers]);
  const named = matchers.flatMap((matcher: string) => matcher.match(/Peak\w+/g) ?? []);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name: string) => !alarms.includes(name))).toEqual([]);
});

interface Inhibition {
  readonly source_matchers: readonly string[];
  readonly target_matchers: readonly string[];
}

describe("the dashboard", () => {
  const { panels, templating } = JSON.parse(readText("deploy/grafana/peak.json")) as Dashboard;

  test("has one variable, its data source", () => {
    expect(templating.list.map(({ name }) => name)).toEqual(["source"]);
  });

  test("has no two panels at the same position", () => {
    const places = panels.map(({ gridPos }) => `${gridPos.x} ${gridPos.y}`);
    expect(places.length).toBeGreaterThan(10);
    expect(new Set(places).size).toBe(places.length);
  });

  test.each(panels)("queries the chosen source for this installation's series: $title", ({ datasource, targets }) => {
    expect(datasource.uid).toMatch(/^\$\{source\}$/);
    expect(targets.map(({ expr }) => expr)).toEqual(targets.map(() => expect.stringContaining('job="peak"')));
    expect(targets.length).toBeGreaterThan(0);
  });

  test.each(panels)("has a title, a kind and a legend for each line: $title", ({ title, type, targets }) => {
    expect(title).toMatch(/\w/);
    expect(type).toMatch(/^(timeseries|stat|table)$/);
    expect(targets.map(({ legendFormat }) => legendFormat)).toEqual(targets.map(() => expect.any(String)));
  });
});

interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string }[] };
}

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly gridPos: { readonly x: number; readonly y: number };
  readonly datasource: { readonly uid: string };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

test("each command in a container is one that peak understands", async () => {
  const { services } = parse(readText("compose.yaml"), { merge: true });
  const [{ spec }] = manifestsIn("deploy/kubernetes/peak.yaml").filter(({ kind }) => kind === "CronJob") as [Manifest];
  for (const words of [services.backup.command, spec.jobTemplate.spec.template.spec.containers[0].args]) {
    const { code, err } = await runPeak(words.map(String).with(1, "/nowhere/x"), { DATA_DIR: "/nowhere" });
    expect([code, err]).toEqual([2, expect.not.stringContaining("unknown option")]);
  }
});

test("the containers of compose.yaml have this version, no rights, and the database and its backups in volumes", () => {
  const { services, volumes } = parse(readText("compose.yaml"), { merge: true });
  expect(Object.keys(volumes)).toEqual(["data", "backups"]);
  for (const each of [services.peak, services.backup]) {
    expect(each.image).toBe(`peak-cycle-index:${VERSION}`);
    expect([each.read_only, each.cap_drop]).toEqual([true, ["ALL"]]);
    for (const volume of each.volumes) expect(volumes).toHaveProperty(volume.split(":")[0]);
  }
});

/** The settings in a file, with values for its placeholders. */
function settingsIn(path: string, line: RegExp): Readonly<Record<string, string>> {
  const pairs = [...readText(path).matchAll(line)].map(([, name = "", value = ""]) => [
    name,
    value
      .replace(/ #.*$/, "")
      .replace(/ \\$/, "")
      .replace(/^"(.*)"$/, "$1")
      .replace(/\$\{\w+:-(.*?)\}/, "$1")
      .replace("%i", "8081"),
  ]);
  return Object.fromEntries(pairs);
}
