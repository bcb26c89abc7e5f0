import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { attributionParts } from "peak-cycle-drawing";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../../src/domain/errors.js";
import { embedScripts, safeLiteral } from "../../../src/http/embed-scripts.js";
import { publisherOf } from "../../../src/pages/site.js";
import { SAMPLE_SCRIPTS } from "../../support/sample-scripts.js";
import { SAMPLE_CONFIG } from "./samples.js";

const PARTS = attributionParts(publisherOf(SAMPLE_CONFIG));

describe("the embed scripts", () => {
  test("have the publisher where the place for it is, in every script", () => {
    const texts = embedScripts(SAMPLE_SCRIPTS, SAMPLE_CONFIG);
    expect([...texts.keys()]).toEqual([...SAMPLE_SCRIPTS.keys()]);
    for (const text of texts.values()) {
      expect(text).toContain(`p=${JSON.stringify(PARTS)};`);
      expect(text).not.toContain("__PEAK_PUBLISHER__");
    }
  });

  test("are told that the site offers crypto only where it does", () => {
    const texts = embedScripts(SAMPLE_SCRIPTS, { ...SAMPLE_CONFIG, cryptoAsset: true });
    expect(texts.get("nhci-badge.js")).toContain(`p=${JSON.stringify([...PARTS, 1])};`);
  });

  test("keep a publisher whose name has characters that mean something in a replacement or a page", () => {
    const indexName = "$& $1 $` </script><!-- \u2028 \\ \" '";
    const texts = embedScripts(SAMPLE_SCRIPTS, { ...SAMPLE_CONFIG, indexName });
    const text = texts.get("frame.js") ?? "";
    expect(text).not.toMatch(/<\/script|<!--|\u2028/);
    expect(runInNewContext(text.replace("const p=", "return "))).toEqual([
      `${indexName} by Peak · `,
      ...PARTS.slice(1),
    ]);
  });

  test.each([["nhci-chart.js"], ["nhci-badge.js"], ["frame.js"]])(
    "are refused without %s, and it is said what to do",
    (name) => {
      const scripts = new Map([...SAMPLE_SCRIPTS].filter(([each]) => each !== name));
      const making = () => embedScripts(scripts, SAMPLE_CONFIG);
      expect(making).toThrow(ConfigError);
      expect(making).toThrow(`(${name}): run \`npm run build\``);
    },
  );
});

test("a literal means the value it was made of and cannot end a script", () => {
  const text = fc.string({ unit: fc.constantFrom(..."<>/!-&'\"\\`$\u2028\u2029\nscript ") });
  fc.assert(
    fc.property(text, (value) => {
      const literal = safeLiteral({ value });
      expect(literal).not.toMatch(/[<\u2028\u2029]/);
      expect(runInNewContext(`(${literal})`)).toEqual({ value });
    }),
  );
});
