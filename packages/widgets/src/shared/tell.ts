/** Warnings in the console. */

const warnings: string[] = [];

/** Warns about a problem with a host in the console, once per message. */
export function tell(host: Element, words: string): void {
  if (warnings.includes(words)) return;
  warnings.push(words);
  console.warn(`nhci: ${words}`, host);
}
