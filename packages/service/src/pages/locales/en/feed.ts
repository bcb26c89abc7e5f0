import { html, type Text } from "../../html.js";

/** The page about the feeds. */
export const feed = {
  title: (indexName: string) => `Follow the ${indexName}`,
  description:
    "Two feeds with one entry when Bitcoin’s settled phase or signal changes or a warning goes up or down. No email " +
    "address needed.",
  heading: "Follow the changes",
  lead:
    "One entry when the settled phase or signal changes, or when a warning goes up or down: about ten a year. " +
    "No email address needed.",
  channel: (name: string) => `Follow on ${name}`,
  addresses: "Put one of these addresses into a feed reader:",
  orAddresses: "Or put one of these addresses into a feed reader:",
  kinds: { atom: "Atom, for any feed reader", json: "JSON Feed, for some readers and for programs" },
  newest: "Latest changes",
  table: "Changes, newest first",
  columns: ["Day (UTC)", "Change", "Score"],
  now: (phase: Text, signal: string) => html`The settled phase is now ${phase}, the settled signal ${signal}.`,
  nothing: "No change yet.",
  all: (link: string) => html`<a href="${link}">All changes</a> are on the track record.`,
  about: "What counts as a change",
  points: (method: string, docs: string, sandbox: string) => [
    html`Brief moves of the score do not count. <a href="${method}">The rule</a> is public.`,
    "Entries are published with the daily row at 06:00 UTC, so there is news at most once a day.",
    "“Computed afterwards” means that the service was not running yet, so the change was not announced at the time.",
    html`Each item of the JSON feed has <a href="${docs}">fields for programs</a>. Test with the feeds of the
<a href="${sandbox}">sandbox</a>.`,
  ],
} as const;
