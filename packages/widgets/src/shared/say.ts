/** Feedback of a button. */

const SAID_MS = 3000;

/** Shows on a button for three seconds what it did, and in a separate line for screen readers. */
export function say(button: HTMLElement, words: string, line?: HTMLElement): void {
  const { dataset } = button;
  // The button may be pressed again while the first message is still shown.
  dataset["usual"] ??= button.textContent ?? "";
  const write = (onButton = "", inLine = "") => {
    button.textContent = onButton;
    line?.replaceChildren(inLine);
  };
  write(words, words);
  setTimeout(() => write(dataset["usual"]), SAID_MS);
}
