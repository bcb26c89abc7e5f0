/** Generates the TypeScript types of the client from the OpenAPI document. */

/** The parts of JSON Schema that zod generates and that affect types. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
}

/**
 * TypeScript declarations of the public responses.
 *
 * @throws TypeError for a schema it does not know, instead of falling back to `unknown`
 */
export function answerTypes(schemas: Readonly<Record<string, Schema>>): string {
  const declarations = Object.entries(schemas).map(
    ([name, schema]) => `${comment(schema, "")}export type ${name} = ${typeOf(schema, name, "")};\n`,
  );
  return `/** Types of Peak's responses, generated from its OpenAPI document. */\n\n${declarations.join("\n")}`;
}

function typeOf(schema: Schema, path: string, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.replace("#/components/schemas/", "");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  if (schema.anyOf !== undefined) return schema.anyOf.map((each) => typeOf(each, path, indent)).join(" | ");
  const { type } = schema;
  if (typeof type === "object") return type.map((each) => typeOf({ ...schema, type: each }, path, indent)).join(" | ");
  switch (type) {
    case "string":
    case "boolean":
    case "number":
    case "null":
      return type;
    case "integer":
      return "number";
    case "array":
      if (schema.items === undefined) break;
      return `ReadonlyArray<${typeOf(schema.items, `${path}[]`, indent)}>`;
    case "object":
      return objectType(schema, path, indent);
  }
  throw new TypeError(`no type for the schema of ${path}`);
}

function objectType(schema: Schema, path: string, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, property]) => {
    const mark = required.includes(name) ? "" : "?";
    const type = typeOf(property, `${path}.${name}`, inner);
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    return `${comment(property, inner)}${inner}readonly ${key}${mark}: ${type};\n`;
  });
  if (typeof additionalProperties === "object") {
    if (lines.length > 0) throw new TypeError(`${path} has both properties and additional properties`);
    return `Readonly<Record<string, ${typeOf(additionalProperties, `${path}.*`, indent)}>>`;
  }
  return `{\n${lines.join("")}${indent}}`;
}

function comment({ description }: Schema, indent: string): string {
  return description === undefined ? "" : `${indent}/** ${description.replaceAll("*/", "* /")} */\n`;
}
