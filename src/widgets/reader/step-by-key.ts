/** How far each key goes, in days; a page is a week. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -99,
  End: 99,
};

/**
 * The day that a key leads to.
 *
 * @param index of the present day, 0 for the oldest of `count`
 * @returns `undefined` for keys that lead nowhere, also together with Ctrl, Alt or Meta: those are the browser's
 */
export function stepByKey(
  { key, ctrlKey, altKey, metaKey }: KeyboardEvent,
  index: number,
  count: number,
): number | undefined {
  const step = STEPS[key];
  if (step === undefined || ctrlKey || altKey || metaKey) return undefined;
  return Math.max(0, Math.min(count - 1, index + step));
}
