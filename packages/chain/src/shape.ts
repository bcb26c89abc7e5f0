// Reads JSON of a known shape without a library.

/**
 * Reads JSON of a known shape: what is used is checked, the rest is ignored.
 *
 * @throws ShapeError naming the first place, such as `links.0.hash`, that holds something else
 */
export type Shape<T> = (value: unknown, place?: string) => T;

/** A document is not what it should be. The message says how, and repeats nothing of it. */
export class ShapeError extends Error {}

/** @param place such as `links.0.hash`; empty for the whole document */
export function otherShapeAt(place: string): ShapeError {
  return new ShapeError(`another shape than documented at ${place === "" ? "the top" : place}`);
}

/** @throws ShapeError for anything but JSON */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new ShapeError("no JSON document");
  }
}

export function shapeOf<T>(isRight: (value: unknown) => value is T): Shape<T> {
  return (value, place = "") => {
    if (isRight(value)) return value;
    throw otherShapeAt(place);
  };
}

export const text = shapeOf((value) => typeof value === "string");
export const number = shapeOf((value): value is number => Number.isFinite(value));
export const constant = <T extends string | boolean>(only: T): Shape<T> =>
  shapeOf((value): value is T => value === only);
export const yes = constant(true);

export const count: Shape<number> = (value, place = "") => {
  const found = number(value, place);
  if (Number.isSafeInteger(found) && found >= 0) return found;
  throw otherShapeAt(place);
};

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return (value, place) => (value === null ? null : shape(value, place));
}

export function list<T>(shape: Shape<T>): Shape<readonly T[]> {
  return (value, place = "") => {
    if (!Array.isArray(value)) throw otherShapeAt(place);
    return value.map((each, index) => shape(each, inside(place, String(index))));
  };
}

export function fields<T extends Readonly<Record<string, Shape<unknown>>>>(
  shapes: T,
): Shape<{ readonly [K in keyof T]: ReturnType<T[K]> }> {
  return (value, place = "") => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw otherShapeAt(place);
    const found = Object.entries(shapes).map(([name, shape]) => {
      return [name, shape((value as Readonly<Record<string, unknown>>)[name], inside(place, name))] as const;
    });
    return Object.fromEntries(found) as { readonly [K in keyof T]: ReturnType<T[K]> };
  };
}

function inside(place: string, name: string): string {
  return place === "" ? name : `${place}.${name}`;
}
