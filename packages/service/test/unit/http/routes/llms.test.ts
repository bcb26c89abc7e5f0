import { expect, test } from "vitest";
import { sampleSite } from "../sample-site.js";

test("llms.txt names the tools where they are on", async () => {
  const textOf = async (mcp: boolean) => (await sampleSite({ config: { mcp } }).ask("/llms.txt")).text();
  expect(await textOf(false)).not.toContain("/mcp");
  expect(await textOf(true)).toContain("http://127.0.0.1:8080/mcp speaks the Model Context Protocol over HTTP.");
});

test("llms.txt has the form of llmstxt.org, and names and links every described path once", async () => {
  const { app, ask } = sampleSite();
  const text = await (await ask("/llms.txt")).text();
  expect(text).toMatch(/^# .+\n\n> .+\n/);
  const named = [...text.matchAll(/^- \[([^\s{]+)\]\([^\s{]+\): \S/gm)].map(([, path]) => path);
  const described = [...app.docs.keys()].filter((path) => !path.startsWith("/sandbox/"));
  expect(named.toSorted()).toEqual(described.toSorted());
});
