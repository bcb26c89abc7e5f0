import type { CommonWords } from "../shape.js";

export const common = {
  language: "Deutsch",
  menu: { home: "Index", record: "Bilanz", embed: "Einbetten", docs: "API", status: "Status", attribution: "Quellen" },
  menuLabel: "Seiten",
  languages: "Sprache",
  skip: "Zum Inhalt",
  simulated: "Simulierter Markt: Diese Zahlen sind erfunden und beschreiben keinen echten Wert.",
  missing: {
    heading: "Hier ist nichts",
    text: "Unter dieser Adresse gibt es keine Seite. Vielleicht ist sie vertippt; das Menü oben führt zu allem anderen.",
  },
  advice: "Nichts hier ist Anlageberatung.",
  privacy: "Keine Cookies, kein Tracking, keine Anfragen an Dritte.",
  cardAlt: (indexName) => `${indexName}: der aktuelle Wert und die letzten 30 Tage`,
} satisfies CommonWords;
