import { LANGUAGES } from "peak-cycle-drawing";
import { html } from "../../html.js";
import { FACTS } from "../facts.js";

export const embed = {
  title: (indexName: string) => `Embed the ${indexName}`,
  description:
    "Chart, badge, iframe and pictures of the Bitcoin cycle index for any page: choose, see it live, copy the code. Free, without a key.",
  heading: "Embed",
  lead: "The score on your own page: free, without a key, without registration. It refreshes by itself.",
  kinds: {
    chart: "Chart (script)",
    badge: "Badge (script)",
    frame: "Iframe",
    "chart-svg": "Chart picture, SVG",
    "chart-png": "Chart picture, PNG",
    "badge-svg": "Badge picture, SVG",
    "badge-png": "Badge picture, PNG",
    "badge-flat": "Badge of one line, flat",
    "cycle-svg": "Whole cycle, SVG",
    "cycle-png": "Whole cycle, PNG",
  },
  choose: {
    heading: "Choose and copy",
    size: "Width",
    theme: "Theme",
    themes: ["as the reader's system", "light", "dark"],
    asset: "Asset",
  },
  scripts: {
    heading: "Chart and badge",
    points: {
      hosts: html`A host element marks the place: <code>data-nhci-widget</code> or <code>id="nhci-widget"</code> for the chart, <code>data-nhci-badge</code> for the badge. One script tag serves any number of them, also hosts that your page adds, moves or removes later.`,
      requests:
        "All widgets of a page share one request per endpoint. They pause in hidden tabs, keep the last picture when we cannot be reached, and try again by themselves.",
      reading: "The days can be read by pointer, touch and keyboard; a screen reader gets a sentence and a table.",
      room: html`Until the script has come, a host shows what stands inside it. A <code>min-height</code> in your style sheet keeps its room free, and nothing moves: 134 px for a badge (small: 189), 575 px for a chart in a column of 320 to 419 px, 645 px from 832 px on.`,
    },
    columns: ["Attribute", "Values", "Meaning"],
    asset: "which asset; crypto is coming soon",
    assets: {
      meaning: "which asset",
      crypto: html`The score of crypto as a whole has a phase and its own 30 days, no price, no signal and no flags. An address takes it as <code>?asset=crypto</code>. The whole cycle shows Bitcoin only.`,
    },
    size: "greatest width of a badge: 220, 320 or 400 px",
    theme: "by default as your page, else as the reader's system",
    lang: html`by default the nearest <code>lang</code> of your page, else English`,
    api: "another address of the service; by default that of the script",
  },
  frame: {
    intro:
      "For places that allow no script. The page is complete in one response, works with scripts switched off and refreshes itself every five minutes.",
    height: html`The heights in the code fit. If your column changes its width, let the iframe tell you its height: it sends <code>{ type: "peak:height", height }</code> to your page.`,
  },
  pictures: {
    heading: "Pictures",
    intro: html`For mail, README files and wherever neither works: <code>?size=sm|md|lg</code>, <code>?theme=light|dark|auto</code> (<code>auto</code> in SVG only) and <code>?lang=${LANGUAGES.join("|")}</code>. PNG files have two pixels for each CSS pixel. The attribution is part of the picture.`,
    cache: (seconds: number) =>
      html`They may be cached for ${seconds} seconds and say so; there is no need for a time stamp in the address. A picture whose score is older than two hours says that it is stale.`,
  },
  policy: {
    intro: "If your page sends a policy, it needs these lines and no others. Widgets work under default-src 'none'.",
    after: html`No <code>'unsafe-inline'</code>, no <code>'unsafe-eval'</code>, no <code>style-src</code>: styles live in constructed style sheets inside a shadow root. The scripts also run under <code>require-trusted-types-for 'script'</code>; they create no policy and write no markup. In the code of iframe and picture only the <code>style</code> attribute needs <code>style-src 'unsafe-inline'</code>; without it the iframe has a border and a wide picture does not shrink.`,
  },
  places: {
    heading: "Recipes",
    wordPress: html`Block “Custom HTML”, any of the snippets. WordPress.com plans without scripts take the picture.`,
    notion: html`Type <code>/embed</code> and paste the iframe's address.`,
    readme: ["README on GitHub, forums", "The Markdown of a picture. GitHub's image proxy keeps it for some minutes."],
    frameworks: "Load the script once. Render the host element wherever you like; it is found when it appears.",
  },
  privacy: {
    heading: "Privacy",
    text: `The widgets set no cookies, store nothing in the browser and connect to no site but this one. The visitor's IP address is kept in memory for the ${FACTS.windowSeconds} seconds of the request limit and nowhere else.`,
  },
  attribution: (link: string) =>
    html`Every widget and picture carries the line that names index and site. It must not be removed or hidden; without it a widget shows nothing. If you show the numbers yourself, <a href="${link}">show the line yourself</a>.`,
} as const;
