/**
 * Something that is fed row by row and remembers what it needs of the past: an average, an indicator, the whole model. All of its
 * memory is in its fields: numbers, arrays of numbers, and other folds.
 */
export abstract class Fold {
  /** An independent copy. */
  clone(): this {
    const copy = Object.create(Object.getPrototypeOf(this));
    for (const [name, value] of Object.entries(this)) copy[name] = copied(value);
    return copy;
  }
}

function copied(value: unknown): unknown {
  if (value instanceof Fold) return value.clone();
  const isArray = Array.isArray(value) || value instanceof Float64Array || value instanceof Int32Array;
  return isArray ? value.slice() : value;
}
