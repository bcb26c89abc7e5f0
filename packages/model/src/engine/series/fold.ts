/**
 * Anything that is fed row by row and remembers what it needs of the past: an average, an indicator, the whole model.
 * All of its memory is in its fields: numbers and other plain values, arrays, and other folds. None may be a `#private`
 * field: a copy would lose it.
 */
export abstract class Fold {
  /** An independent copy. @throws TypeError if a field holds anything else, which a copy would share */
  clone(): this {
    const copy = Object.assign(Object.create(Object.getPrototypeOf(this)), this);
    // Not `Object.entries`: this runs for every past day.
    for (const name of Object.keys(copy)) copy[name] = copied(copy[name]);
    return copy;
  }
}

function copied(value: unknown): unknown {
  if (value instanceof Fold) return value.clone();
  if (value instanceof Float64Array || value instanceof Int32Array) return value.slice();
  if (Array.isArray(value)) return value.map(copied);
  if (typeof value === "function" || (typeof value === "object" && value !== null)) {
    throw new TypeError("a field of the fold holds a value that cannot be copied");
  }
  return value;
}
