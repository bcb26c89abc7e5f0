import { expect, test } from "vitest";
import { parse } from "yaml";
import { readText } from "./tree.js";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const text = readText(".github/workflows/release.yml");
const { on, permissions, jobs } = parse(text) as Workflow;

const commandsOf = (job: string) => (jobs[job]?.steps ?? []).map(({ run }) => run ?? "").join("\n");
const inputsOf = (job: string, action: string) =>
  jobs[job]?.steps.find(({ uses }) => uses?.startsWith(`${action}@`))?.with ?? {};

test("a tag releases, after every gate; by hand it is tried without publishing anything", () => {
  expect(on).toEqual({ push: { tags: ["v*"] }, workflow_dispatch: null });
  expect(commandsOf("verify")).toContain("npm run verify");
  for (const job of ["package", "try-image"]) expect(jobs[job]?.needs).toBe("verify");
  expect(jobs["image"]?.needs).toBe("try-image");
  expect(jobs["image"]?.if).toBe("github.event_name == 'push'");
  expect(jobs["attach"]?.needs).toEqual(["package", "image"]);
  expect(commandsOf("package")).toMatch(/npm publish .*'push' && '--provenance' \|\| '--dry-run'/);
});

test("no secret is read, and a job may write only what it publishes", () => {
  expect(text).not.toMatch(/secrets\./);
  expect(permissions).toEqual({ contents: "read" });
  const writes = Object.entries(jobs).flatMap(([name, job]) =>
    Object.entries(job.permissions ?? {}).flatMap(([what, right]) => (right === "write" ? [`${name}: ${what}`] : [])),
  );
  expect(writes).toEqual([
    "package: id-token",
    "image: packages",
    "image: id-token",
    "image: attestations",
    "attach: contents",
  ]);
});

test("the image is published for both platforms with an SBOM, provenance and its digest", () => {
  expect(inputsOf("image", "docker/build-push-action")).toMatchObject({
    platforms: "linux/amd64,linux/arm64",
    push: true,
    sbom: true,
    provenance: "mode=max",
  });
  expect(commandsOf("image")).toContain("outputs.digest");
});

test("the image of each platform is started until /readyz is 200 before one is published", () => {
  expect(jobs["try-image"]?.strategy?.matrix["platform"]).toEqual(["linux/amd64", "linux/arm64"]);
  expect(inputsOf("try-image", "docker/build-push-action")).toMatchObject({ load: true });
  expect(commandsOf("try-image")).toMatch(/docker run .*[\s\S]* demo\n[\s\S]*curl --fail .*\/readyz/);
});

test("checksums and the digest are attached to the release", () => {
  expect(commandsOf("attach")).toMatch(/sha256sum .* > SHA256SUMS/);
  expect(commandsOf("attach")).toMatch(/gh release create .* SHA256SUMS IMAGE/);
});

test("every action is pinned to a major version", () => {
  const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((each) => !/^[\w-]+\/[\w-]+@v\d+$/.test(each))).toEqual([]);
});
