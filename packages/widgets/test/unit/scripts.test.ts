import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";

/** The scripts for other people's pages, by the name of their source. */
const SCRIPTS = ["chart", "badge", "frame"] as const;

/** The only code of the model that they may contain: the formatting of days and instants. */
const OF_THE_MODEL = ["packages/model/src/day.ts", "packages/model/src/instant.ts"];

interface Bundled {
  /** Paths of the sources whose code it contains. */
  readonly sources: readonly string[];
  /** The other scripts that it loads. */
  readonly imports: readonly unknown[];
}

const bundled = new Map<string, Bundled>();

beforeAll(async () => {
  const { metafile } = await build({
    entryPoints: SCRIPTS.map((name) => `packages/widgets/src/${name}.ts`),
    bundle: true,
    conditions: ["peak-source"],
    outdir: "dist",
    metafile: true,
    write: false,
  });
  for (const { entryPoint = "", inputs, imports } of Object.values(metafile.outputs)) {
    const sources = Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : []));
    bundled.set(entryPoint, { sources, imports });
  }
});

const bundleOf = (name: string) => bundled.get(`packages/widgets/src/${name}.ts`)!;

test.each(SCRIPTS)("the script of the %s contains no code of the model except for days and instants", (name) => {
  const ofTheModel = bundleOf(name).sources.filter((path) => path.startsWith("packages/model/"));
  expect(ofTheModel.length).toBeGreaterThan(0);
  expect(ofTheModel.filter((path) => !OF_THE_MODEL.includes(path))).toEqual([]);
});

test.each(SCRIPTS)("the script of the %s contains no third-party package", (name) => {
  expect(bundleOf(name).sources.filter((path) => path.includes("node_modules"))).toEqual([]);
});

test.each(SCRIPTS)("the script of the %s loads no other script", (name) => {
  expect(bundleOf(name).imports).toEqual([]);
});
