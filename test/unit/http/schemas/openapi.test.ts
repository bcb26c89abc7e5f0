import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PATHS, PATTERNS } from "../../../../src/http/paths.js";
import { presentHistory } from "../../../../src/http/present/history.js";
import { presentSnapshot } from "../../../../src/http/present/snapshot.js";
import { CurrentReply } from "../../../../src/http/schemas/current.js";
import {
  KEYS_EXAMPLE,
  META_EXAMPLE,
  PROOF_EXAMPLE,
  REVISIONS_EXAMPLE,
} from "../../../../src/http/schemas/data-examples.js";
import { CURRENT_EXAMPLE, HISTORY_EXAMPLE, QUOTA_EXAMPLE } from "../../../../src/http/schemas/examples.js";
import { HistoryReply } from "../../../../src/http/schemas/history.js";
import { MetaReply } from "../../../../src/http/schemas/meta.js";
import { openapi } from "../../../../src/http/schemas/openapi.js";
import { QuotaReply } from "../../../../src/http/schemas/problem.js";
import { KeysReply, ProofReply } from "../../../../src/http/schemas/proof.js";
import { RevisionsReply } from "../../../../src/http/schemas/revisions.js";
import { committedOpenapi, OPENAPI_FILE } from "../../../support/committed-openapi.js";
import { sampleRows, sampleSnapshot } from "../samples.js";

interface Description {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, { readonly get: { readonly operationId: string } }>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const made = openapi({ indexName: "A", address: "https://peak.example", version: "1.2.3" }) as Description;

test("the committed description is the one the program makes; else run tools/make-openapi.ts", () => {
  expect(readFileSync(OPENAPI_FILE, "utf8")).toBe(committedOpenapi());
});

test("every path that is no page is described", () => {
  const described = Object.keys(made.paths).map((path) => path.replace(/\{(\w+)\}/g, ":$1"));
  expect(described.sort()).toEqual([...Object.values(PATHS), PATTERNS.keptScript].sort());
});

test("every reference leads somewhere, and every name of an operation is used once", () => {
  const references = [...JSON.stringify(made).matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)];
  expect(references.length).toBeGreaterThan(10);
  expect(references.filter(([, kind = "", name = ""]) => made.components[kind]?.[name] === undefined)).toEqual([]);
  const ids = Object.values(made.paths).map(({ get }) => get.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(made.openapi).toBe("3.1.0");
});

describe("the schemas", () => {
  test("accept the examples and what the program presents", () => {
    expect(CurrentReply.parse(CURRENT_EXAMPLE)).toEqual(CURRENT_EXAMPLE);
    expect(HistoryReply.parse(HISTORY_EXAMPLE)).toEqual(HISTORY_EXAMPLE);
    expect(QuotaReply.strict().parse(QUOTA_EXAMPLE)).toEqual(QUOTA_EXAMPLE);
    expect(MetaReply.parse(META_EXAMPLE)).toEqual(META_EXAMPLE);
    expect(ProofReply.parse(PROOF_EXAMPLE)).toEqual(PROOF_EXAMPLE);
    expect(KeysReply.parse(KEYS_EXAMPLE)).toEqual(KEYS_EXAMPLE);
    expect(RevisionsReply.parse(REVISIONS_EXAMPLE)).toEqual(REVISIONS_EXAMPLE);
    const current = presentSnapshot(sampleSnapshot(), true);
    const history = presentHistory(sampleRows());
    expect(CurrentReply.parse(current)).toEqual(current);
    expect(HistoryReply.parse(history)).toEqual(history);
  });

  test("refuse a field too much and one too few", () => {
    expect(CurrentReply.safeParse({ ...CURRENT_EXAMPLE, raw: 1 }).success).toBe(false);
    expect(HistoryReply.safeParse({ ...HISTORY_EXAMPLE, data: HISTORY_EXAMPLE.data.slice(1) }).success).toBe(false);
  });
});
