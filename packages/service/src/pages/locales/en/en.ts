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
      status: "Status",
      attribution: "Sources",
    },
    languages: "Language",
    skip: "Skip to content",
    simulated: "Simulated market: these numbers are made up and describe no real asset.",
    missing: {
      heading: "Page not found",
      description: "There is no page at this address. Check the spelling, or use the menu above.",
    },
    copy: "Copy",
    copied: "Copied",
    selected: "Selected; copy it with your keyboard",
    advice: "Not financial advice.",
    privacy: "No cookies, no tracking.",
    pictureAlt: (indexName: string) => `${indexName}: the current score on its scale, and the price colored by phase`,
  },
  home,
  embed,
  attribution: {
    description: "The line to show with a score, and the sources of the data with their terms.",
    heading: "Attribution",
    show: "When you show a score",
    line: "Name the index and the service with its address. Widgets, iframe and pictures do it by themselves; anywhere else, this line is enough:",
    plainText: "Plain text",
    figures: "If you show the market figures too, name their sources as well.",
    sources: "Sources in use",
    columns: ["Source", "Gives", "License or terms"],
    english: "What follows is in English.",
  },
} as const;
