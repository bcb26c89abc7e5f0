import { html } from "../../html.js";
import type { Translation } from "../locale.js";

export const embed = {
  title: (indexName) => `${indexName} einbetten`,
  description:
    "Grafik, Plakette, Iframe und Bilder des Bitcoin-Zyklusindex für jede Seite: auswählen, ansehen, Code kopieren. Kostenlos und ohne Schlüssel.",
  heading: "Einbetten",
  lead: "Der Wert auf der eigenen Seite: kostenlos, ohne Schlüssel, ohne Anmeldung. Er hält sich selbst aktuell.",
  kinds: {
    chart: "Grafik (Skript)",
    badge: "Plakette (Skript)",
    frame: "Iframe",
    "chart-svg": "Bild der Grafik, SVG",
    "chart-png": "Bild der Grafik, PNG",
    "badge-svg": "Bild der Plakette, SVG",
    "badge-png": "Bild der Plakette, PNG",
  },
  choose: {
    heading: "Auswählen und kopieren",
    kind: "Was",
    size: "Größe",
    sizes: ["klein", "mittel", "groß"],
    fills: "Die Grafik füllt die Breite ihres Platzes, von 180 bis 1200 px.",
    theme: "Farben",
    themes: ["wie das System", "hell", "dunkel"],
    language: "Sprache",
    pageLanguage: "wie die Seite",
    preview: "Live",
    code: "Code",
    copy: "Kopieren",
    copied: "Kopiert",
    selected: "Ausgewählt; bitte mit der Tastatur kopieren",
  },
  ready: "Fertiger Code",
  scripts: {
    heading: "Grafik und Plakette",
    points: {
      hosts: html`Ein Element markiert den Platz: <code>data-nhci-widget</code> oder <code>id="nhci-widget"</code> für die Grafik, <code>data-nhci-badge</code> für die Plakette. Ein Skript genügt für beliebig viele davon, auch für solche, die eine Seite später hinzufügt, verschiebt oder entfernt.`,
      requests:
        "Alle Widgets einer Seite teilen sich eine Anfrage je Endpunkt. Sie ruhen in verborgenen Tabs, behalten das letzte Bild, wenn wir nicht erreichbar sind, und versuchen es von selbst wieder.",
      reading:
        "Die Tage lassen sich mit Maus, Finger und Tastatur lesen; Screenreader bekommen einen Satz und eine Tabelle.",
      room: html`Bis das Skript da ist, zeigt das Element, was in ihm steht. Ein <code>min-height</code> im Stylesheet hält den Platz frei, und nichts verschiebt sich: 169 px für eine Plakette (klein: 184), 449 px für eine Grafik in einer Spalte von 320 bis 449 px, 631 px ab 936 px.`,
    },
    columns: ["Attribut", "Werte", "Bedeutung"],
    asset: "welcher Wert; Krypto folgt demnächst",
    size: "größte Breite einer Plakette: 220, 320 oder 400 px",
    theme: "sonst wie die Seite, andernfalls wie das System",
    lang: html`sonst das nächste <code>lang</code> der Seite, andernfalls Englisch`,
    api: "eine andere Adresse des Dienstes; sonst die des Skripts",
  },
  frame: {
    heading: "Iframe",
    intro:
      "Für Plätze, die kein Skript erlauben. Die Seite ist mit einer Antwort vollständig, kommt ohne Skripte aus und erneuert sich alle fünf Minuten.",
    height: html`Die Höhen im Code passen. Ändert die Spalte ihre Breite, sagt das Iframe seine Höhe: Es schickt der Seite <code>{ type: "peak:height", height }</code>.`,
  },
  pictures: {
    heading: "Bilder",
    intro: html`Für E-Mail, README-Dateien und überall, wo beides nicht geht: <code>?size=sm|md|lg</code>, <code>?theme=light|dark|auto</code> (<code>auto</code> nur bei SVG) und <code>?lang=en|es|pt|de|fr</code>. PNG-Dateien haben zwei Pixel je CSS-Pixel. Die Quellenangabe ist Teil des Bildes.`,
    cache: html`Sie dürfen 300 Sekunden aufbewahrt werden und sagen das auch; ein Zeitstempel in der Adresse ist unnötig. Ein Bild, dessen Wert älter als zwei Stunden ist, sagt, dass er veraltet ist. Dienste, die Links entfalten, können <code>/oembed</code> fragen.`,
  },
  policy: {
    heading: "Content Security Policy",
    intro:
      "Sendet eine Seite eine solche Regel, braucht sie diese Zeilen und keine weiteren. Die Widgets arbeiten unter default-src 'none'.",
    rows: ["Grafik und Plakette", "Iframe", "Bilder"],
    after: html`Kein <code>'unsafe-inline'</code>, kein <code>'unsafe-eval'</code>, kein <code>style-src</code>: Die Formatierung liegt in konstruierten Stylesheets in einem Shadow Root. Die Skripte laufen auch unter <code>require-trusted-types-for 'script'</code>; sie legen keine Policy an und schreiben kein Markup. Im Code von Iframe und Bild braucht nur das Attribut <code>style</code> ein <code>style-src 'unsafe-inline'</code>; sonst hat das Iframe einen Rand, und ein breites Bild schrumpft nicht.`,
  },
  pinned: {
    heading: "Feste Version",
    intro: html`Die einfache Adresse darf eine Stunde aufbewahrt werden und bekommt Verbesserungen. Wer selbst entscheiden will, was auf der Seite läuft, nimmt die Adresse mit Version und Prüfsumme. Ihre Bytes ändern sich nie und bleiben verfügbar:`,
    rule: "Eine Version steht nie für andere Bytes. Aktualisiert wird dann von Hand.",
  },
  places: {
    heading: "Rezepte",
    rows: {
      wordPress: [
        "WordPress",
        html`Block „Individuelles HTML“ mit beliebigem Code von hier. Tarife von WordPress.com ohne Skripte nehmen das Bild.`,
      ],
      notion: ["Notion", html`<code>/embed</code> tippen und die Adresse des Iframes einfügen.`],
      readme: [
        "README auf GitHub, Foren",
        "Das Markdown eines Bildes. Der Bilder-Proxy von GitHub hebt es einige Minuten auf.",
      ],
      frameworks: [
        "React, Vue, Svelte",
        "Das Skript einmal laden. Das Element an beliebiger Stelle zeichnen; es wird gefunden, sobald es erscheint.",
      ],
    },
  },
  privacy: {
    heading: "Datenschutz",
    text: "Die Widgets setzen keine Cookies, speichern nichts im Browser und fragen niemanden außer dieser Seite. Die Adresse der Lesenden bleibt für die 60 Sekunden der Anfragegrenze im Arbeitsspeicher und sonst nirgends.",
  },
  attribution: {
    heading: "Quellenangabe",
    text: (link) =>
      html`Jedes Widget und jedes Bild trägt die Zeile, die Index und Seite nennt. Sie darf nicht entfernt oder verdeckt werden; ohne sie zeichnet ein Widget nicht weiter. Wer die Zahlen selbst zeichnet, <a href="${link}">zeigt die Zeile selbst</a>.`,
  },
} satisfies Translation["embed"];
