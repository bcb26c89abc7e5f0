/** JSON values and copies of them with one place changed. */

/** Anything JSON can say. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export function isObject(value: unknown): value is { [key: string]: Json } {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Where a value stands inside a JSON value: keys and places, outermost first. */
export type JsonPath = readonly (string | number)[];

/** The value at a path; undefined when there is none. */
export function valueAt(json: Json, path: JsonPath): Json | undefined {
  let value: Json | undefined = json;
  for (const key of path) {
    if (value === null || typeof value !== "object") return undefined;
    value = Array.isArray(value) ? value[Number(key)] : value[key];
  }
  return value;
}

/** A copy with another value at a path; unchanged when the path leads nowhere. */
export function withValueAt(json: Json, path: JsonPath, change: (value: Json) => Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return change(json);
  if (json === null || typeof json !== "object") return json;
  if (Array.isArray(json)) {
    return json.map((item, place) => (place === Number(key) ? withValueAt(item, rest, change) : item));
  }
  const inner = json[key];
  return inner === undefined ? json : { ...json, [key]: withValueAt(inner, rest, change) };
}

/** A copy without the key (or place) a path ends in; later places of a list move up. */
export function withoutValueAt(json: Json, path: JsonPath): Json {
  const last = path.at(-1);
  if (last === undefined) return json;
  return withValueAt(json, path.slice(0, -1), (holder) => {
    if (holder === null || typeof holder !== "object") return holder;
    if (Array.isArray(holder)) return holder.filter((_item, place) => place !== Number(last));
    return Object.fromEntries(Object.entries(holder).filter(([key]) => key !== String(last)));
  });
}

/** A copy in which the key a path ends in has another name, in the same place; a list gets one more item before it. */
export function withRenamedAt(json: Json, path: JsonPath, name: string): Json {
  const last = path.at(-1);
  if (last === undefined) return json;
  return withValueAt(json, path.slice(0, -1), (holder) => {
    if (holder === null || typeof holder !== "object") return holder;
    if (Array.isArray(holder)) return holder.toSpliced(Number(last), 0, name);
    return Object.fromEntries(Object.entries(holder).map(([key, value]) => [key === String(last) ? name : key, value]));
  });
}
