/** A value that several tests use and the first of them creates. */

/** @returns `make`, called once for each key */
export function memoize<K, T>(make: (key: K) => T): (key: K) => T {
  const made = new Map<K, { readonly result: T }>();
  return (key) => {
    const known = made.get(key) ?? { result: make(key) };
    made.set(key, known);
    return known.result;
  };
}
