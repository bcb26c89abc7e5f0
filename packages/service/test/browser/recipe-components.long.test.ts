import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { compile as compileSvelte } from "svelte/compiler";
import { expect, test } from "vitest";
import { compileScript, parse as parseVue } from "vue/compiler-sfc";
import { browserSuite } from "../support/browser.js";
import { embedSite } from "../support/embed-site.js";
import { foreignPage } from "../support/foreign-page.js";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const CLIENT = fileURLToPath(new URL("../../../client/dist/client.js", import.meta.url));

/** A component of a page of recipes, for a scene of a site. */
function componentOf(name: string, language: string, origin: string, scene: string): string {
  const page = readFileSync(new URL(`../../../../docs/recipes/${name}.md`, import.meta.url), "utf8");
  const [, code = ""] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "m").exec(page) ?? [];
  const changed = code.replace("const API = SITE;", `const API = SITE + "/sandbox/${scene}";`);
  expect(changed).not.toBe(code);
  return changed.replaceAll("https://peak.example", origin);
}

interface Framework {
  readonly name: string;
  readonly language: string;
  /** Shows what the component's module exports in `#app`. */
  readonly main: string;
  /** The component as a module. */
  readonly compile: (component: string) => string;
  readonly loader: "js" | "jsx";
}

const FRAMEWORKS: readonly Framework[] = [
  {
    name: "react",
    language: "jsx",
    main: `import { createElement, Fragment } from "react";
import { createRoot } from "react-dom/client";
import { PeakChart, PeakScore } from "component";
createRoot(document.querySelector("#app")).render(
  createElement(Fragment, null, createElement(PeakScore), createElement(PeakChart)),
);`,
    compile: (component) => component,
    loader: "jsx",
  },
  {
    name: "vue",
    language: "vue",
    main: `import { createApp } from "vue";
import component from "component";
createApp(component).mount("#app");`,
    compile(component) {
      const { descriptor, errors } = parseVue(component);
      expect(errors).toEqual([]);
      return compileScript(descriptor, { id: "peak", inlineTemplate: true }).content;
    },
    loader: "js",
  },
  {
    name: "svelte",
    language: "svelte",
    main: `import { mount } from "svelte";
import component from "component";
mount(component, { target: document.querySelector("#app") });`,
    compile: (component) => compileSvelte(component, { filename: "PeakScore.svelte" }).js.code,
    loader: "js",
  },
];

/** One script for a browser. */
async function bundled({ main, compile, loader }: Framework, component: string): Promise<string> {
  const recipe: Plugin = {
    name: "recipe",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^component$/ }, () => ({ path: "component", namespace: "recipe" }));
      onResolve({ filter: /^peak-cycle-client$/ }, () => ({ path: CLIENT }));
      onLoad({ filter: /./, namespace: "recipe" }, () => ({ contents: compile(component), loader, resolveDir: ROOT }));
    },
  };
  const { outputFiles } = await build({
    stdin: { contents: main, resolveDir: ROOT },
    plugins: [recipe],
    bundle: true,
    write: false,
    format: "iife",
    jsx: "automatic",
    conditions: ["browser"],
    define: {
      "process.env.NODE_ENV": '"production"',
      __VUE_OPTIONS_API__: "false",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
    },
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

test.each(["react", "vue", "svelte"])("the page for %s names the version that it is run with here", (name) => {
  const require = createRequire(import.meta.url);
  const versions = {
    react:
      require("react-dom/package.json").version === require("react/package.json").version &&
      require("react/package.json").version,
    vue: require("vue/package.json").version,
    svelte: require("svelte/package.json").version,
  };
  const page = readFileSync(new URL(`../../../../docs/recipes/${name}.md`, import.meta.url), "utf8");
  const [, major] = /Our tests .*(?:React|Vue|Svelte) (\d+)/.exec(page) ?? [];
  expect(versions[name as keyof typeof versions]).toMatch(new RegExp(`^${major}\\.`));
});

browserSuite("a component of the recipes", (open) => {
  test.each(FRAMEWORKS)("for $name shows the chart, and a score that is stale as such", async (framework) => {
    const site = await embedSite();
    const script = await bundled(framework, componentOf(framework.name, framework.language, site.origin, "stale"));
    const page = await open();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    const html = `<body><div id="app"></div><script src="/app.js"></script>`;
    await page.route("**/app.js", (route) => route.fulfill({ body: script, contentType: "text/javascript" }));
    await page.goto((await foreignPage({ html })).url);
    await page.getByText("(computed 20").waitFor();
    await page.locator("[data-nhci-widget] svg").first().waitFor();
    expect(await page.locator("#app p").first().innerText()).toMatch(
      /^50 · Bull Active \(computed 20.*Z\) Peak Cycle Index by Peak/,
    );
    expect(faults).toEqual([]);
  });
});
