/** A small schema library for JSON, since this package has no dependencies. */
import { formatInstant, instantOf } from "peak-cycle-model";

/** The input is invalid. The message says how, without quoting it. */
export class Fault extends Error {}

/** @throws Fault with the sentence if the condition is false */
export function need(holds: boolean, why: string): asserts holds {
  if (!holds) throw new Fault(why);
}

/** Checks a value against a shape. @throws Fault naming the member that does not match */
export type Shape<T> = (value: unknown, name?: string) => T;

/** @param what the text's name in the fault @throws Fault unless it is JSON */
export function parseJson(body: string, what = "it"): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Fault(`${what} is not JSON`);
  }
}

/** Parses a text that must be canonical: exactly what `JSON.stringify` makes of the parsed value. */
export function readExactly<T>(shape: Shape<T>, body: string): T {
  const read = shape(parseJson(body));
  need(JSON.stringify(read) === body, "it has an unknown member, or is not in the canonical form");
  return read;
}

function shapeOf<T>(isRight: (value: unknown) => value is T): Shape<T> {
  return (value, name = "the top") => {
    if (isRight(value)) return value;
    throw new Fault(`unexpected shape at ${name}`);
  };
}

/** Without unpaired surrogates: they have no UTF-8 form that could be hashed. */
export const text = shapeOf((value): value is string => typeof value === "string" && !/\p{Cs}/u.test(value));
export const number = shapeOf((value): value is number => Number.isFinite(value));
export const count = shapeOf((value): value is number => Number.isSafeInteger(value) && (value as number) >= 0);
export const constant = <T extends string>(only: T) => shapeOf((value): value is T => value === only);
const matching = (pattern: RegExp) =>
  shapeOf((value): value is string => typeof value === "string" && pattern.test(value));

/** 64 lower-case hex digits. */
export const hex = matching(/^[0-9a-f]{64}$/);

/**
 * An existing day, and an existing point in time, each in its only valid form: V8 would parse February 30 as March 2.
 */
export const date = shapeOf((value): value is string => isMoment(`${value}T00:00:00.000Z`));
export const moment = shapeOf((value): value is string => isMoment(value));

/** Not in year 0, which does not exist on some platforms. */
function isMoment(value: unknown): boolean {
  if (typeof value !== "string" || !/^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return false;
  const at = instantOf(value);
  return !Number.isNaN(at) && formatInstant(at) === value;
}

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return (value, name) => (value === null ? null : shape(value, name));
}

const array = shapeOf((value): value is readonly unknown[] => Array.isArray(value));

export function list<T>(shape: Shape<T>): Shape<readonly T[]> {
  return (value, name) => array(value, name).map((each) => shape(each, name));
}

const object = shapeOf((value): value is Readonly<Record<string, unknown>> => {
  return typeof value === "object" && value !== null && !Array.isArray(value);
});

export type Shapes = Readonly<Record<string, Shape<unknown>>>;
export type Shaped<T extends Shapes> = { readonly [K in keyof T]: ReturnType<T[K]> };

/** An object with these members, in this order; others are dropped. */
export function fields<T extends Shapes>(shapes: T): Shape<Shaped<T>> {
  const members = Object.entries(shapes);
  return (value, name) => {
    const from = object(value, name);
    const read: Record<string, unknown> = {};
    for (const [member, shape] of members) read[member] = shape(from[member], member);
    return read as Shaped<T>;
  };
}

/** An object with arbitrary, sorted names whose values all have one shape. */
export function table<T>(shape: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return (value, name) => {
    const from = object(value, name);
    let before = "";
    for (const [member, each] of Object.entries(from)) {
      need(member > before, "its names are not sorted");
      shape(each, member);
      before = member;
    }
    return from as Readonly<Record<string, T>>;
  };
}
