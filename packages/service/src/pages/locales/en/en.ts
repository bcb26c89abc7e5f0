import { cycle } from "./cycle.js";
import { embed } from "./embed.js";
import { home } from "./home.js";

/** The sentences of the translated pages: front page, embed, attribution, and the menus of all. */
export const en = {
  common: {
    waiting: "There is no score yet: the service is collecting the historical data it needs.",
    /** What several pages name. */
    terms: {
      phase: "Phase",
      settled: "Settled phase",
      price: "Bitcoin price",
      dominance: "Bitcoin dominance",
      fearGreed: "Fear & Greed",
    },
    menuButton: "Menu",
    menuLabel: "Pages",
    pages: {
      home: "Today",
      record: "Track record",
      method: "Method",
      embed: "Embed",
      docs: "API",
      status: "Status",
      attribution: "Sources",
    },
    languages: "Language",
    skip: "Skip to content",
    simulated: "Simulated market: these numbers are made up and describe no real asset.",
    missing: {
      heading: "Nothing here",
      description:
        "There is no page at this address. Perhaps it was mistyped; the menu above leads to everything else.",
    },
    copy: "Copy",
    copied: "Copied",
    selected: "Selected; copy it with your keyboard",
    advice: "Nothing here is financial advice.",
    privacy: "No cookies, no tracking, no requests to anyone else.",
    pictureAlt: (indexName: string) =>
      `${indexName}: the score now on its scale, below it the price in the colors of the phases`,
  },
  home,
  cycle,
  embed,
  attribution: {
    description: "The line to show with a score, and the sources of the data with their terms.",
    heading: "Attribution",
    show: "When you show a score",
    line: "Name the index and the service with its address. Widgets, iframe and pictures do it by themselves; anywhere else, this line is enough:",
    plainText: "Plain text",
    figures: "When you show the market figures too, name their sources as well.",
    sources: "Sources in use",
    columns: ["Source", "Gives", "License or terms"],
    english: "What follows is in English.",
  },
} as const;
