/** The visitor's system. */
export const darkSystem = matchMedia("(prefers-color-scheme:dark)");

/**
 * What the host asks for by `data-theme`, else its `color-scheme` where that is light or dark and not both, else the
 * visitor's system.
 */
export function isDark(host: HTMLElement): boolean {
  const said = [host.dataset["theme"], getComputedStyle(host).colorScheme, darkSystem.matches && "dark"];
  return said.find((each) => each === "light" || each === "dark") === "dark";
}
