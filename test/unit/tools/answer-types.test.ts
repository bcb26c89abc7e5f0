import { expect, test } from "vitest";
import { answerTypes } from "../../../tools/answer-types.js";

test("a schema becomes a type with its words, its optional parts and its lists", () => {
  const text = answerTypes({
    Reply: {
      type: "object",
      required: ["ok", "1d"],
      properties: {
        ok: { const: true, description: "always" },
        "1d": { anyOf: [{ type: "integer" }, { type: "null" }] },
        fall: { type: ["number", "null"] },
        rows: { type: "array", items: { $ref: "#/components/schemas/Row" } },
      },
    },
    Row: { type: "object", additionalProperties: { enum: ["a", "b"] } },
  });
  expect(text).toContain(`export type Reply = {
  /** always */
  readonly ok: true;
  readonly "1d": number | null;
  readonly fall?: number | null;
  readonly rows?: ReadonlyArray<Row>;
};
`);
  expect(text).toContain(`export type Row = Readonly<Record<string, "a" | "b">>;\n`);
});

test("a schema that has no type is refused by its name", () => {
  expect(() => answerTypes({ Reply: { type: "object", properties: { when: {} } } })).toThrow(
    "no type for the schema of Reply.when",
  );
});
