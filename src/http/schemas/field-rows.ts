import * as z from "zod";
import type { FieldRow } from "../../site/docs.js";

/** JSON Schema, as far as answers use it. */
interface Node {
  readonly type?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
}

/** The fields of an answer that hold values, in order. */
export function fieldRows(schema: z.ZodType): readonly FieldRow[] {
  return rowsBelow(z.toJSONSchema(schema) as Node, "");
}

function rowsBelow(node: Node, path: string): readonly FieldRow[] {
  if (node.items !== undefined) return rowsBelow(node.items, `${path}[]`);
  if (node.properties === undefined) return [rowOf(node, path)];
  return Object.entries(node.properties).flatMap(([name, child]) =>
    rowsBelow(child, path === "" ? name : `${path}.${name}`),
  );
}

function rowOf(node: Node, path: string): FieldRow {
  const kinds = node.anyOf ?? [node];
  const type = kinds.map((kind) => kind.type ?? "").join(" or ");
  const values = kinds.flatMap((kind) => kind.enum ?? (typeof kind.const === "string" ? [kind.const] : []));
  return { path, type, values, description: node.description ?? "" };
}
