/** A UTC day as text: `2026-11-21`. @param day since 1970 */
export function dateOf(day: number): string {
  return new Date(86_400_000 * day).toISOString().slice(0, 10);
}
