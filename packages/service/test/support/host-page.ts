export type WidgetKind = "chart" | "badge";

/** Attributes of a host element beyond the one that marks it. */
export type HostAttributes = Readonly<Record<string, string>>;

export const SCRIPTS: Readonly<Record<WidgetKind, string>> = {
  chart: "/embed/nhci-chart.js",
  badge: "/embed/nhci-badge.js",
};

const MARKS: Readonly<Record<WidgetKind, string>> = { chart: "data-nhci-widget", badge: "data-nhci-badge" };

/** Selects the host elements of a kind. */
export function hostsOf(kind: WidgetKind): string {
  return `[${MARKS[kind]}]`;
}

/** A host element as the documentation says to write it. */
export function hostElement(kind: WidgetKind, attributes: HostAttributes = {}): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<div ${MARKS[kind]}${written.join("")}></div>`;
}

export interface HostPage {
  /** Origin of the scripts, without a slash at the end. */
  readonly site: string;
  readonly body: string;
  /** Paths of scripts. */
  readonly scripts: readonly string[];
}

/** A page of someone else with widgets in it, without a style of its own; light or dark as the visitor likes it. */
export function hostPage({ site, body, scripts }: HostPage): string {
  const tags = scripts.map((path) => `<script src="${site}${path}" async></script>`);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>A page of someone else</title></head>
<body><main><h1>Hello</h1>
${body}
<p>Text below.</p></main>
${tags.join("\n")}
</body></html>`;
}

/** One widget of each kind on a page. */
export function bothWidgets(site: string): string {
  const body = hostElement("chart") + hostElement("badge");
  return hostPage({ site, body, scripts: [SCRIPTS.chart, SCRIPTS.badge] });
}
