/** Warnings in the console. */

const told: string[] = [];

/** Warns about a problem with a host in the console, once per message. */
export function tell(host: Element, words: string): void {
  if (told.includes(words)) return;
  told.push(words);
  console.warn(`nhci: ${words}`, host);
}
