import { cycle } from "./cycle.js";
import { embed } from "./embed.js";
import { home } from "./home.js";
import { record } from "./record.js";
import { status } from "./status.js";

/** Everything the pages say. Other languages are translations of it. */
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
    languages: "Language",
    skip: "Skip to content",
    contents: "On this page",
    simulated: "Simulated market: these numbers are made up and describe no real asset.",
    missing: {
      heading: "Nothing here",
      description:
        "There is no page at this address. Perhaps it was mistyped; the menu above leads to everything else.",
    },
    advice: "Nothing here is financial advice.",
    privacy: "No cookies, no tracking, no requests to anyone else.",
    cardAlt: (indexName: string) =>
      `${indexName}: the score now on its scale, below it the price in the colors of the phases`,
    /** The range of a score in one sentence. */
    laterPlace: (score: string, low: string, high: string) => `${score}; later place between ${low} and ${high}`,
  },
  home,
  cycle,
  record,
  embed,
  status,
  method: {
    description:
      "Every formula of the index: inputs, components, bands, phases, flags, settled phase and range, with evidence and worked examples.",
    heading: "Method",
    english: "The method is in English.",
  },
  attribution: {
    menu: "Sources",
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
