/** How many steps each key moves, up and right toward newer days; a page is seven days, or seven weeks. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowUp: 1,
  PageUp: 7,
  PageDown: -7,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The steps of a key; with Ctrl, Alt or Meta it belongs to the browser. */
export function stepOf({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): number | undefined {
  return ctrlKey || altKey || metaKey ? undefined : STEPS[key];
}
