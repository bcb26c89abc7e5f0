/** Every number, word and gap of a value with the path to it. */
function numbersOf(value: unknown, path = ""): ReadonlyMap<string, unknown> {
  if (typeof value !== "object" || value === null) return new Map([[path, value]]);
  return new Map(Object.entries(value).flatMap(([key, each]) => [...numbersOf(each, `${path}/${key}`)]));
}

/** Paths at which two values differ, if only by one bit. */
export function differences(a: unknown, b: unknown): string[] {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  const paths = new Set([...left.keys(), ...right.keys()]);
  return [...paths].filter(
    (path) => !left.has(path) || !right.has(path) || !Object.is(left.get(path), right.get(path)),
  );
}
