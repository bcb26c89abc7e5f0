/** Query parameters with a closed list of values, read as openapi.json describes them. */
import type { FastifyRequest } from "fastify";
import { ASSETS, type Asset, LANGUAGES, type Language, languageOf } from "peak-cycle-drawing";
import type { Site } from "../pages/site.js";

/** The query parameters as strings; of a repeated one, the first counts. */
export type Query = Readonly<Partial<Record<string, string>>>;

export function queryOf({ query }: FastifyRequest): Query {
  const texts = Object.entries(query as Readonly<Record<string, string | string[]>>);
  return Object.fromEntries(texts.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
}

/** A parameter as in openapi.json; an unknown value counts as omitted. */
export interface Choice<Value extends string> {
  readonly name: string;
  readonly in: "query";
  readonly schema: { readonly type: "string"; readonly enum: readonly Value[]; readonly default: Value };
}

export function choice<Value extends string>(name: string, values: readonly Value[], fallback: Value): Choice<Value> {
  return { name, in: "query", schema: { type: "string", enum: values, default: fallback } };
}

export function choiceIn<Value extends string>(query: Query, { name, schema }: Choice<Value>): Value {
  return schema.enum.find((value) => value === query[name]) ?? schema.default;
}

/** More lenient than documented: `de-AT` is German. */
export const LANGUAGE = choice("lang", LANGUAGES, "en");

export function languageIn({ lang }: Query): Language {
  return languageOf(lang);
}

/** If the site does not offer crypto, the asset is always Bitcoin. */
export const ASSET = choice("asset", ASSETS, "btc");

export function assetIn(query: Query, { hasCryptoAsset }: Site): Asset {
  return hasCryptoAsset ? choiceIn(query, ASSET) : "btc";
}
