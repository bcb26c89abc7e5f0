import { html } from "../../html.js";
import { FACTS } from "../facts.js";

/** The page about embedding. */
export const embed = {
  title: (indexName: string) => `Embed the ${indexName}`,
  description:
    "Chart, badge, iframe and pictures of the Bitcoin cycle index for any page: see them live and copy the code. " +
    "Free, without a key.",
  heading: "Put the index on your page.",
  lead: "Free, without a key. Always shows the current score, with credit.",
  theme: "Theme",
  themes: ["Reader’s system", "Light", "Dark"],
  width: "Width",
  asset: "Asset",
  language: "Widget language",
  pageLanguage: "Your page’s",
  usual: "Most pages want this",
  kinds: {
    chart: ["Chart", "30 days or the whole cycle; readers can point, tap or use the arrow keys."],
    badge: ["Badge", "Score, phase and signal: 220, 320 or 400 px wide. The Markdown is a badge for READMEs."],
    frame: ["Iframe", "For pages that allow no scripts. It updates itself."],
  },
  forms: { script: "Script", picture: "Picture", markdown: "Markdown", frame: "Iframe", cycle: "Whole cycle" },
  details: "Details",
  scripts: {
    heading: "Attributes of chart and badge",
    hosts: html`One script serves any number of elements, even ones you add later. The chart goes into an element
with <code>data-nhci-widget</code> or <code>id="nhci-widget"</code>, the badge into one with
<code>data-nhci-badge</code>.`,
    room: (chart: number, badge: number) =>
      html`Until the script loads, the element shows its own content. Reserve its height and nothing will jump:
<code>min-height: ${chart}px</code> for the chart, <code>${badge}px</code> for the badge.`,
    columns: ["Attribute", "Values", "Meaning"],
    asset: "asset; crypto is coming soon",
    bothAssets: "asset; crypto has no price and no signal",
    size: "maximum width of the badge: 220, 320 or 400 px",
    theme: "defaults to your page’s theme, then the reader’s",
    lang: html`defaults to the <code>lang</code> of your page`,
    range: "30 days, or the whole cycle as a picture",
    api: "the address of another Peak site",
  },
  frame: {
    heading: "Height of the iframe",
    text: "The heights in the code match their widths. If your column changes width, let the iframe report its height:",
  },
  pictures: {
    heading: "Parameters of pictures",
    text: html`Pictures take <code>?size=sm|md|lg</code>, <code>?theme=light|dark</code> (SVG also
<code>auto</code>) and <code>?lang=</code>. A PNG has two pixels for each CSS pixel.`,
    cache: (seconds: number) => `They are cached for ${seconds} seconds; the address needs no timestamp.`,
  },
  policy: {
    heading: "Content Security Policy",
    text:
      "If your page sends a policy, add these lines. The scripts need no 'unsafe-inline' and work with Trusted " +
      "Types.",
  },
  places: {
    heading: "WordPress, Notion, GitHub, React",
    wordPress: "Put any of the snippets into a “Custom HTML” block. Plans without scripts can use the pictures.",
    notion: html`Type <code>/embed</code> and paste the address of the iframe.`,
    readme: "Use the Markdown of the README badge. GitHub keeps pictures for a few minutes.",
    frameworks: "Load the script once and render the element anywhere; the script finds it.",
  },
  privacy: {
    heading: "Privacy and credit",
    text:
      `The widgets set no cookies, store nothing in the browser and connect only to this site. IP addresses ` +
      `are kept in memory for ${FACTS.windowSeconds} seconds, for the rate limit.`,
    credit: (link: string) =>
      html`Every widget and picture credits the index and the site; please leave that line visible. If you show the
numbers yourself, <a href="${link}">add the line</a>, too.`,
  },
} as const;
