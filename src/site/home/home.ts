import type { ChartDay } from "../../chart/chart-data.js";
import type { Language } from "../../chart/locale.js";
import { html } from "../html.js";
import { layout } from "../layout.js";
import { WORDS } from "../locales/words.js";
import { linkTo, pagePath } from "../page-path.js";
import type { Site } from "../site.js";
import { BASE_STYLE } from "../style/base.js";
import { HOME_STYLE } from "../style/home.js";
import { chartSection } from "./days.js";
import { flagsSection, phasesSection, signalsSection } from "./meanings.js";
import { methodSection, wrongSection } from "./method.js";
import { type Credits, type Current, nowSection } from "./now.js";
import { proSection, useSection } from "./use.js";

/** What the front page shows of the market. */
export interface Shown {
  readonly current: Current;
  /** Oldest first; none until 30 are there. */
  readonly days: readonly ChartDay[];
  readonly credits: Credits;
}

export const HOME_PAGE_STYLE = BASE_STYLE + HOME_STYLE;

/** The front page. @param shown `undefined` before the first score */
export function homePage(site: Site, language: Language, shown: Shown | undefined): string {
  const { common, home } = WORDS[language];
  const path = pagePath("home", language);
  const link = (to: string) => linkTo(path, to);
  return layout(site, {
    page: "home",
    language,
    words: common,
    title: home.title(site.indexName),
    description: home.description,
    style: HOME_PAGE_STYLE,
    scripts: [],
    body: html`<h1>${site.indexName}</h1>
<p class="lead">${home.lead}</p>
${shown === undefined ? html`<p class="waiting">${home.waiting}</p>` : nowSection(shown, home.now, language)}
${shown === undefined || shown.days.length === 0 ? undefined : chartSection(shown, home.chart, { language, embed: link(pagePath("embed", language)) })}
${phasesSection(home.phases, language)}
${signalsSection(home.signals, language)}
${flagsSection(home.flags, language)}
${methodSection(home.method)}
${wrongSection(home.wrong, { language, link })}
${useSection(home.use, { site, link, language })}
${proSection(home.pro)}`,
  });
}
