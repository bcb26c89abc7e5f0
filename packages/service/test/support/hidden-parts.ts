/** The parts of a widget besides its drawing are for screen readers, touch and keyboard, and must be invisible. */

/** A page with every kind of widget in both themes, each with a link as its own content. */
export function hiddenPartsPage(scripts: string): string {
  const hosts = ["light", "dark"].flatMap((theme) =>
    [
      'data-nhci-widget data-lang="de"',
      'data-nhci-widget data-range="cycle" data-lang="fr" style="max-width:400px"',
      'data-nhci-widget data-lang="es" style="max-width:250px"',
      ...["sm", "md", "lg"].map((size) => `data-nhci-badge data-size="${size}" data-lang="pt"`),
    ].map((attributes) => `<div data-theme="${theme}" ${attributes}><a href="/">Own content</a></div>`),
  );
  return `<!doctype html><html lang="en"><body style="columns:2;margin:0">${hosts.join("")}${scripts}`;
}

/** Runs in that page: returns whether all widgets have been drawn with a score. */
export function areDrawn(): boolean {
  const hosts = [...document.querySelectorAll("[data-nhci-badge],[data-nhci-widget]")];
  return hosts.length > 0 && hosts.every(({ shadowRoot }) => /\d\d[.,]\d/.test(`${shadowRoot?.textContent}`));
}

/** Runs in that page: removes everything but the drawings. @returns what was removed from the first widget */
export function removeHiddenParts(): readonly string[] {
  const removed = [...document.querySelectorAll("[data-nhci-badge],[data-nhci-widget]")].map((host) => {
    const box = host.shadowRoot?.firstElementChild;
    const parts = [...host.childNodes, ...(box?.children ?? [])].filter(
      (each) => !["svg", "i"].includes(`${(each as Element).localName}`),
    );
    for (const each of parts) each.remove();
    return parts.map((each) => (each as Element).localName);
  });
  return removed[0] ?? [];
}
