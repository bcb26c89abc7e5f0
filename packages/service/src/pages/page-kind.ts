/** Defines pages of the menu, so that each page's policy matches its style and scripts. */
import type { Language } from "peak-cycle-drawing";
import { contentPolicy, type Need } from "./content-policy.js";
import { layout, type PageContent } from "./layout.js";
import { type Page, type PageContext, pageContext, type Site } from "./site.js";

/** Draws a page from its data, with the policy for its style and scripts. */
export interface PageKind<View> {
  readonly draw: (site: Site, language: Language, view: View) => string;
  /** `Content-Security-Policy` */
  readonly policy: string;
}

interface PageDefinition<View> {
  readonly page: Page;
  /** All CSS of the page. */
  readonly style: string;
  /** Directives that its scripts and pictures need; none by default. */
  readonly needs?: readonly Need[];
  readonly content: (context: PageContext, view: View) => PageContent;
}

export function pageKind<View>({ page, style, needs, content }: PageDefinition<View>): PageKind<View> {
  return {
    draw(site, language, view) {
      const context = pageContext(site, page, language);
      return layout(context, style, content(context, view));
    },
    policy: contentPolicy(style, needs),
  };
}
