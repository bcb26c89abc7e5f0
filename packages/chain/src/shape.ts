// Reads JSON of a known shape without a library.

/**
 * Reads a value of a known shape.
 *
 * @throws ShapeError naming the first place, such as `links.0.hash`, that holds something else
 */
export type Shape<T> = (value: unknown, place?: string) => T;

/** A document is not what it should be. The message says where, and repeats nothing of it. */
export class ShapeError extends Error {}

/** @param place such as `links.0.hash`; empty for the whole document */
function otherShapeAt(place: string): ShapeError {
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
export const count = shapeOf((value): value is number => Number.isSafeInteger(value) && (value as number) >= 0);
export const constant = <T extends string | boolean>(only: T): Shape<T> =>
  shapeOf((value): value is T => value === only);
export const matching = (pattern: RegExp): Shape<string> =>
  shapeOf((value): value is string => typeof value === "string" && pattern.test(value));

/** 64 lower-case hex digits. */
export const hex = matching(/^[0-9a-f]{64}$/);
export const date = matching(/^\d{4}-\d\d-\d\d$/);

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return (value, place) => (value === null ? null : shape(value, place));
}

export function list<T>(shape: Shape<T>): Shape<readonly T[]> {
  return (value, place = "") => {
    if (!Array.isArray(value)) throw otherShapeAt(place);
    return value.map((each, index) => shape(each, inside(place, String(index))));
  };
}

type Shapes = Readonly<Record<string, Shape<unknown>>>;
type Shaped<T extends Shapes> = { readonly [K in keyof T]: ReturnType<T[K]> };

/** An object with these members; others are ignored. */
export function fields<T extends Shapes>(shapes: T): Shape<Shaped<T>> {
  return (value, place = "") => {
    if (!isObject(value)) throw otherShapeAt(place);
    const found = Object.entries(shapes).map(
      ([name, shape]) => [name, shape(value[name], inside(place, name))] as const,
    );
    return Object.fromEntries(found) as Shaped<T>;
  };
}

/** An object with exactly these members, in this order. */
export function exactly<T extends Shapes>(shapes: T): Shape<Shaped<T>> {
  const names = Object.keys(shapes);
  return (value, place = "") => {
    if (!isObject(value)) throw otherShapeAt(place);
    const own = Object.keys(value);
    if (own.length !== names.length || own.some((name, i) => name !== names[i])) throw otherShapeAt(place);
    for (const name of names) shapes[name]?.(value[name], inside(place, name));
    return value as Shaped<T>;
  };
}

/** An object of any names, sorted, whose members have one shape. */
export function table<T>(shape: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return (value, place = "") => {
    if (!isObject(value)) throw otherShapeAt(place);
    const names = Object.keys(value);
    if (names.some((name, i) => i > 0 && name <= (names[i - 1] ?? ""))) throw otherShapeAt(place);
    for (const name of names) shape(value[name], inside(place, name));
    return value as Readonly<Record<string, T>>;
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function inside(place: string, name: string): string {
  return place === "" ? name : `${place}.${name}`;
}
