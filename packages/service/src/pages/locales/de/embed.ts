import { LANGUAGES } from "peak-cycle-drawing";
import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Locale } from "../locale.js";

export const embed = {
  title: (indexName) => `${indexName} einbetten`,
  description:
    "Chart, Badge, Iframe und Bilder des Bitcoin-Zyklusindex für jede Seite: auswählen, ansehen, Code kopieren. Kostenlos und ohne Schlüssel.",
  heading: "Einbetten",
  lead: "Der Indexwert auf der eigenen Seite: kostenlos, ohne Schlüssel, ohne Anmeldung. Er hält sich selbst aktuell.",
  kinds: {
    chart: "Chart (Skript)",
    badge: "Badge (Skript)",
    frame: "Iframe",
    "chart-svg": "Chart als Bild, SVG",
    "chart-png": "Chart als Bild, PNG",
    "badge-svg": "Badge als Bild, SVG",
    "badge-png": "Badge als Bild, PNG",
    "badge-flat": "Badge in einer Zeile, flach",
    "cycle-svg": "Ganzer Zyklus, SVG",
    "cycle-png": "Ganzer Zyklus, PNG",
  },
  choose: {
    heading: "Auswählen und kopieren",
    size: "Breite",
    theme: "Farben",
    themes: ["wie das System", "hell", "dunkel"],
    asset: "Welches Asset",
  },
  scripts: {
    heading: "Chart und Badge",
    points: {
      hosts: html`Ein Element markiert den Platz: <code>data-nhci-widget</code> oder <code>id="nhci-widget"</code> für den Chart, <code>data-nhci-badge</code> für das Badge. Ein Skript genügt für beliebig viele davon, auch für solche, die eine Seite später hinzufügt, verschiebt oder entfernt.`,
      requests:
        "Alle Widgets einer Seite teilen sich eine Anfrage je Endpunkt. Sie ruhen in verborgenen Tabs, behalten das letzte Bild, wenn wir nicht erreichbar sind, und versuchen es von selbst wieder.",
      reading:
        "Die Tage lassen sich mit Maus, Finger und Tastatur lesen; Screenreader bekommen einen Satz und eine Tabelle.",
      room: html`Bis das Skript da ist, zeigt das Element, was in ihm steht. Ein <code>min-height</code> im Stylesheet hält den Platz frei, und nichts verschiebt sich: 134\u00a0px für ein Badge (klein: 189), 575\u00a0px für einen Chart in einer Spalte von 320 bis 419\u00a0px, 645\u00a0px ab 832\u00a0px.`,
    },
    columns: ["Attribut", "Werte", "Bedeutung"],
    asset: "welches Asset; Krypto folgt demnächst",
    assets: {
      meaning: "welches Asset",
      crypto: html`Der Indexwert für Krypto insgesamt hat eine Phase und seine eigenen 30 Tage, aber keinen Kurs, kein Signal und keine Warnungen. In Adressen heißt er <code>?asset=crypto</code>. Der ganze Zyklus zeigt nur Bitcoin.`,
    },
    size: "größte Breite eines Badges: 220, 320 oder 400\u00a0px",
    theme: "Standard: wie die Seite, sonst wie das System",
    lang: html`Standard: das nächste <code>lang</code> der Seite, sonst Englisch`,
    api: "eine andere Adresse des Dienstes; Standard: die des Skripts",
  },
  frame: {
    intro:
      "Für Plätze, die kein Skript erlauben. Die Seite ist mit einer Antwort vollständig, kommt ohne Skripte aus und aktualisiert sich alle fünf Minuten.",
    height: html`Die Höhen im Code passen. Ändert die Spalte ihre Breite, sagt das Iframe seine Höhe: Es schickt der Seite <code>{ type: "peak:height", height }</code>.`,
  },
  pictures: {
    heading: "Bilder",
    intro: html`Für E-Mail, README-Dateien und überall, wo beides nicht geht: <code>?size=sm|md|lg</code>, <code>?theme=light|dark|auto</code> (<code>auto</code> nur bei SVG) und <code>?lang=${LANGUAGES.join("|")}</code>. PNG-Dateien haben zwei Pixel je CSS-Pixel. Die Quellenangabe ist Teil des Bildes.`,
    cache: (seconds) =>
      html`Sie dürfen ${seconds} Sekunden im Cache bleiben und geben das auch an; ein Zeitstempel in der Adresse ist unnötig. Ein Bild, dessen Indexwert älter als zwei Stunden ist, weist darauf hin.`,
  },
  policy: {
    intro:
      "Sendet eine Seite eine solche Regel, braucht sie diese Zeilen und keine weiteren. Die Widgets arbeiten unter default-src 'none'.",
    after: html`Kein <code>'unsafe-inline'</code>, kein <code>'unsafe-eval'</code>, kein <code>style-src</code>: Die Formatierung liegt in konstruierten Stylesheets in einem Shadow Root. Die Skripte laufen auch unter <code>require-trusted-types-for 'script'</code>; sie legen keine Policy an und schreiben kein Markup. Im Code von Iframe und Bild braucht nur das Attribut <code>style</code> ein <code>style-src 'unsafe-inline'</code>; sonst hat das Iframe einen Rand, und ein breites Bild schrumpft nicht.`,
  },
  places: {
    heading: "Anleitungen",
    wordPress: html`Block „Individuelles HTML“ mit beliebigem Code von hier. In WordPress.com-Tarifen ohne Skripte das Bild verwenden.`,
    notion: html`<code>/embed</code> tippen und die Adresse des Iframes einfügen.`,
    readme: [
      "README auf GitHub, Foren",
      "Das Markdown eines Bildes. Der Bilder-Proxy von GitHub behält es einige Minuten.",
    ],
    frameworks:
      "Das Skript einmal laden. Das Element an beliebiger Stelle rendern; das Skript erkennt es, sobald es erscheint.",
  },
  privacy: {
    heading: "Datenschutz",
    text: `Die Widgets setzen keine Cookies, speichern nichts im Browser und fragen nur bei dieser Website an. Die IP-Adresse der Besucher bleibt für die ${FACTS.windowSeconds} Sekunden des Anfragelimits im Arbeitsspeicher und sonst nirgends.`,
  },
  attribution: (link) =>
    html`Jedes Widget und jedes Bild trägt die Zeile, die Index und Website nennt. Sie darf nicht entfernt oder verdeckt werden; ohne sie zeigt ein Widget nichts mehr an. Wer die Zahlen selbst darstellt, <a href="${link}">zeigt die Zeile selbst</a>.`,
} satisfies Locale["embed"];
