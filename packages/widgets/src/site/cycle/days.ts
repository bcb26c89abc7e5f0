/** A UTC day as text: `2026-11-21`. @param day since 1970 */
export function dateOf(day: number): string {
  return new Date(86_400_000 * day).toISOString().slice(0, 10);
}

/** How many steps each key goes, up and right to newer ones; Page Up and Page Down go a quarter of a year of weeks. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowUp: 1,
  PageUp: 13,
  PageDown: -13,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The steps of a key; with Ctrl, Alt or Meta it belongs to the browser. */
export function stepOf({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): number | undefined {
  return ctrlKey || altKey || metaKey ? undefined : STEPS[key];
}
