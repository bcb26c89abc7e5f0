import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Locale } from "../locale.js";

export const embed: Locale["embed"] = {
  title: (indexName) => `${indexName} einbetten`,
  description:
    "Chart, Badge, Iframe und Bilder des Bitcoin-Zyklusindex für jede Seite: live ansehen, Code kopieren. " +
    "Kostenlos und ohne Schlüssel.",
  heading: "Den Index auf die eigene Seite bringen.",
  lead: "Kostenlos, ohne Schlüssel. Zeigt immer den aktuellen Wert mit Quelle.",
  theme: "Farben",
  themes: ["Wie das System", "Hell", "Dunkel"],
  width: "Breite",
  asset: "Asset",
  language: "Sprache des Widgets",
  pageLanguage: "Wie die Seite",
  usual: "Das Richtige für die meisten",
  kinds: {
    chart: ["Chart", "30 Tage oder der ganze Zyklus, ablesbar mit Maus, Finger und Pfeiltasten."],
    badge: [
      "Badge",
      "Wert, Phase und Signal: 220, 320 oder 400\u00a0px breit. Das Markdown ergibt ein Badge für READMEs.",
    ],
    frame: ["Iframe", "Für Seiten, die keine Skripte erlauben. Aktualisiert sich selbst."],
  },
  forms: { script: "Skript", picture: "Bild", markdown: "Markdown", frame: "Iframe", cycle: "Ganzer Zyklus" },
  details: "Einzelheiten",
  scripts: {
    heading: "Attribute von Chart und Badge",
    hosts: html`Ein Skript genügt für beliebig viele Elemente, auch für später hinzugefügte. Der Chart gehört in
ein Element mit <code>data-nhci-widget</code> oder <code>id="nhci-widget"</code>, das Badge in eines mit
<code>data-nhci-badge</code>.`,
    room: (chart, badge) =>
      html`Bis das Skript geladen ist, zeigt das Element seinen eigenen Inhalt. Mit fester Mindesthöhe springt
nichts: <code>min-height: ${chart}px</code> für den Chart, <code>${badge}px</code> für das Badge.`,
    columns: ["Attribut", "Werte", "Bedeutung"],
    asset: "Asset; Krypto folgt demnächst",
    bothAssets: "Asset; Krypto hat keinen Kurs und kein Signal",
    size: "größte Breite des Badges: 220, 320 oder 400\u00a0px",
    theme: "Standard: wie die Seite, sonst wie das System",
    lang: html`Standard: das <code>lang</code> der Seite`,
    range: "30 Tage, oder der ganze Zyklus als Bild",
    api: "die Adresse einer anderen Peak-Website",
  },
  frame: {
    heading: "Höhe des Iframes",
    text:
      "Die Höhen im Code passen zu ihren Breiten. Ändert die Spalte ihre Breite, meldet das Iframe seine Höhe " +
      "selbst:",
  },
  pictures: {
    heading: "Parameter der Bilder",
    text: html`Bilder verstehen <code>?size=sm|md|lg</code>, <code>?theme=light|dark</code> (SVG auch
<code>auto</code>) und <code>?lang=</code>. Ein PNG hat zwei Pixel je CSS-Pixel.`,
    cache: (seconds) => `Sie bleiben ${seconds} Sekunden im Cache; ein Zeitstempel in der Adresse ist unnötig.`,
  },
  policy: {
    heading: "Content Security Policy",
    text:
      "Sendet die Seite eine Policy, braucht sie diese Zeilen. Die Skripte kommen ohne 'unsafe-inline' aus und " +
      "funktionieren mit Trusted Types.",
  },
  places: {
    heading: "WordPress, Notion, GitHub, React",
    wordPress: "Den Code in einen Block „Individuelles HTML“ einfügen. In Tarifen ohne Skripte das Bild verwenden.",
    notion: html`<code>/embed</code> tippen und die Adresse des Iframes einfügen.`,
    readme: "Das Markdown des README-Badges verwenden. GitHub behält Bilder einige Minuten.",
    frameworks: "Das Skript einmal laden und das Element an beliebiger Stelle rendern; das Skript findet es.",
  },
  privacy: {
    heading: "Datenschutz und Quellenangabe",
    text:
      `Die Widgets setzen keine Cookies, speichern nichts im Browser und fragen nur bei dieser Website an. ` +
      `IP-Adressen bleiben für die ${FACTS.windowSeconds} Sekunden des Anfragelimits im Arbeitsspeicher.`,
    credit: (link) =>
      html`Jedes Widget und jedes Bild nennt Index und Website; diese Zeile bitte sichtbar lassen. Wer die Zahlen
selbst darstellt, <a href="${link}">fügt die Zeile selbst hinzu</a>.`,
  },
};
