const SAID_MS = 3000;

/** Writes on a button for three seconds what it has done, and for screen readers in a line of its own. */
export function say(button: HTMLElement, words: string, line?: HTMLElement): void {
  const { dataset } = button;
  // A second press comes while the first words still stand there.
  dataset["usual"] ??= button.textContent ?? "";
  const write = (onButton = "", inLine = "") => {
    button.textContent = onButton;
    line?.replaceChildren(inLine);
  };
  write(words, words);
  setTimeout(() => write(dataset["usual"]), SAID_MS);
}
