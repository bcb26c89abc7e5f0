import type { CommonWords } from "../shape.js";

export const common = {
  language: "English",
  menu: { home: "Score", record: "Record", embed: "Embed", docs: "API", status: "Status", attribution: "Attribution" },
  menuLabel: "Pages",
  languages: "Language",
  skip: "Skip to content",
  simulated: "Simulated market: these numbers are made up and describe no real asset.",
  missing: {
    heading: "Nothing here",
    text: "There is no page at this address. Perhaps it was mistyped; the menu above leads to everything else.",
  },
  advice: "Nothing here is financial advice.",
  privacy: "No cookies, no tracking, no requests to anyone else.",
  cardAlt: (indexName) => `${indexName}: the score now and the last 30 days`,
} satisfies CommonWords;
