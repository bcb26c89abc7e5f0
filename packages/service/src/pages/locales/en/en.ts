import { embed } from "./embed.js";
import { home } from "./home.js";

/** The sentences of the translated pages: front page, embed, attribution, and the menus of all. */
export const en = {
  common: {
    menuButton: "Menu",
    menuLabel: "Pages",
    pages: {
      home: "Today",
      record: "Track record",
      method: "Method",
      embed: "Embed",
      docs: "API",
      feed: "Feed",
      status: "Status",
      attribution: "Sources",
    },
    languages: "Language",
    skip: "Skip to content",
    simulated: "Simulated market: these numbers are made up and describe no real asset.",
    missing: {
      heading: "Page not found",
      description: "There is no page at this address. Check the spelling, or use the menu above.",
      now: "Bitcoin cycle score now",
    },
    copy: "Copy",
    copied: "Copied",
    selected: "Selected; copy it with your keyboard",
    advice: "Not financial advice.",
    privacy: "No cookies, no tracking.",
    pictureAlt: (indexName: string) => `${indexName}: the current score, and its past in five phases`,
  },
  home,
  embed,
  attribution: {
    description: "The line to show with a score, and the sources of the data with their terms.",
    heading: "Sources and attribution",
    show: "When you show a score",
    line:
      "Name the index and the service, with its address. Widgets, iframe and pictures already do; anywhere " +
      "else, add this line:",
    plainText: "Plain text",
    figures: "If you also show the market figures, name their sources, too.",
    sources: "Sources in use",
    columns: ["Source", "Provides", "License or terms"],
    english: "The details of the sources are in English.",
  },
} as const;
