/** What a query asks for: parameters that are one of a closed list, read here as openapi.json describes them. */
import type { FastifyRequest } from "fastify";
import { ASSETS, type Asset, LANGUAGES, type Language, languageOf } from "peak-cycle-drawing";
import type { Site } from "../pages/site.js";

/** The parameters of a request, each as text; the first of repeated ones counts. */
export type Query = Readonly<Partial<Record<string, string>>>;

export function queryOf({ query }: FastifyRequest): Query {
  const texts = Object.entries(query as Readonly<Record<string, string | string[]>>);
  return Object.fromEntries(texts.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
}

/** A parameter as openapi.json has it; an unknown value counts as left out. */
export interface Choice<Value extends string> {
  readonly name: string;
  readonly in: "query";
  readonly schema: { readonly type: "string"; readonly enum: readonly Value[]; readonly default: Value };
}

export function choice<Value extends string>(name: string, values: readonly Value[], fallback: Value): Choice<Value> {
  return { name, in: "query", schema: { type: "string", enum: values, default: fallback } };
}

export function chosen<Value extends string>(query: Query, { name, schema }: Choice<Value>): Value {
  return schema.enum.find((value) => value === query[name]) ?? schema.default;
}

/** Read more kindly than described: `de-AT` is German. */
export const LANGUAGE = choice("lang", LANGUAGES, "en");

export function chosenLanguage({ lang }: Query): Language {
  return languageOf(lang);
}

/** Where crypto is not offered, all is of Bitcoin, whatever is asked for. */
export const ASSET = choice("asset", ASSETS, "btc");

export function chosenAsset(query: Query, { cryptoAsset }: Site): Asset {
  return cryptoAsset ? chosen(query, ASSET) : "btc";
}
