import type { Translation } from "../locale.js";

export const de: Translation = {
  common: {
    menuButton: "Menü",
    menuLabel: "Seiten",
    pages: {
      home: "Heute",
      record: "Bilanz",
      method: "Methode",
      embed: "Einbetten",
      docs: "API",
      status: "Status",
      attribution: "Quellen",
    },
    languages: "Sprache",
    skip: "Zum Inhalt",
    simulated: "Simulierter Markt: Diese Zahlen sind erfunden und bilden keinen echten Markt ab.",
    missing: {
      heading: "Hier ist nichts",
      description:
        "Unter dieser Adresse gibt es keine Seite. Vielleicht ist sie vertippt; das Menü oben führt zu allem anderen.",
    },
    copy: "Kopieren",
    copied: "Kopiert",
    selected: "Ausgewählt; bitte mit der Tastatur kopieren",
    advice: "Nichts hier ist Anlageberatung.",
    privacy: "Keine Cookies, kein Tracking, keine Anfragen an Dritte.",
    pictureAlt: (indexName) =>
      `${indexName}: der aktuelle Indexwert auf seiner Skala, darunter der Kurs in den Farben der Phasen`,
  },
  attribution: {
    description: "Die Zeile, die zu jedem gezeigten Indexwert gehört, und die Quellen der Daten mit ihren Bedingungen.",
    heading: "Quellenangabe",
    show: "Beim Zeigen eines Indexwerts",
    line: "Zu nennen sind der Index und der Dienst mit seiner Adresse. Widgets, Iframe und Bilder tun das von selbst; überall sonst genügt diese Zeile:",
    plainText: "Text",
    figures: "Wer auch die Marktdaten zeigt, nennt zusätzlich deren Quellen.",
    sources: "Verwendete Quellen",
    columns: ["Quelle", "Liefert", "Lizenz oder Bedingungen"],
    english: "Die Angaben zu den Quellen sind auf Englisch.",
  },
};
