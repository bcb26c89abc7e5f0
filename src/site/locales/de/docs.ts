import { html } from "../../html.js";
import type { DocsWords } from "../docs-shape.js";
import { dataWords } from "./docs-data.js";
import { fields } from "./fields.js";

export const docs = {
  title: (indexName) => `API des ${indexName}`,
  description:
    "Zwei kostenlose JSON-Endpunkte ohne Schlüssel: der Bitcoin-Zykluswert jetzt und die letzten 30 Tage. Felder, Grenzen, Fehler, Caching, Beispiele und ein Knopf zum Ausprobieren.",
  heading: "API",
  lead: "Zwei Adressen, JSON, ohne Schlüssel, ohne Anmeldung, offen für jede Herkunft.",
  contents: "Auf dieser Seite",
  openapi: (link) => html`Dasselbe für Maschinen: <a href="${link}">openapi.json</a> (OpenAPI 3.1).`,
  tryIt: {
    button: "Ausprobieren",
    open: "Antwort öffnen",
    asking: "Anfrage läuft…",
    status: "Status",
    headers: "Header, die eine Seite lesen darf",
    body: "Inhalt",
    failed: "Keine Antwort: Der Dienst war nicht zu erreichen.",
  },
  current: {
    heading: "Der aktuelle Wert",
    purpose: "Wert, Phase, Signal und Warnungen für Bitcoin, ein Wert für Krypto insgesamt und aktuelle Marktdaten.",
    renewed: "der Wert jede Stunde; Marktdaten, sobald sie eintreffen",
    cache: "60 Sekunden",
  },
  history: {
    heading: "Die letzten 30 Tage",
    purpose:
      "Genau 30 Zeilen aufeinanderfolgender UTC-Tage, die älteste zuerst. Die Zeile eines Tages wird um 06:00 UTC dieses Tages berechnet und ändert sich danach nicht. Der aktuelle Wert kann von der heutigen Zeile abweichen: Er wird jede Stunde berechnet, die Zeile einmal.",
    renewed: "täglich um 06:00 UTC",
    cache: "bis zu einer Stunde, nie über das nächste 06:00 UTC hinaus",
  },
  ...dataWords,
  facts: ["Erneuert", "Aufbewahren", "Grenze"],
  limitFact: "20 Anfragen in der Minute je Adresse, beide Endpunkte zusammen",
  fieldColumns: ["Feld", "Typ", "Bedeutung"],
  fields,
  example: "Beispiel",
  always:
    "Alle Felder sind immer da, in dieser Reihenfolge, und weitere gibt es nicht. Parameter in der Adresse werden ignoriert. Schweigt die Quelle eines Marktwerts, bleibt sein letzter bekannter Stand.",
  limits: {
    heading: "Grenzen",
    points: [
      html`20 Anfragen in beliebigen 60 Sekunden je Adresse, beide Endpunkte zusammen. Ein IPv6-Netz (/64) zählt als eine Adresse. <code>GET</code> und <code>HEAD</code> zählen bei jeder Antwort, auch 304; eine abgewiesene Anfrage zählt nicht. Alles andere und <code>OPTIONS</code> sind frei.`,
      html`Die nächste wird mit 429 beantwortet, mit <code>Retry-After</code> in Sekunden und <code>RateLimit: "public";r=0;t=37</code>. Nach dieser Zeit kommt die nächste Anfrage durch.`,
      html`Jede Antwort der beiden Endpunkte trägt <code>RateLimit-Policy: "public";q=20;w=60</code>.`,
      "Andere hinter derselben Adresse teilen sich die Grenze: Büros, Mobilfunknetze, Cloud-Funktionen, Tabellenkalkulationen. Bei erneuter Abweisung länger warten.",
    ],
  },
  caching: {
    heading: "Caching",
    points: [
      html`Jede Antwort hat ein starkes <code>ETag</code>. Mit <code>If-None-Match</code> zurückgeschickt, gibt es 304 ohne Inhalt.`,
      html`<code>Cache-Control</code> des aktuellen Werts: <code>public, max-age=60</code>. In den letzten Minuten, bevor ein Wert zwei Stunden alt wird, schrumpft diese Zeit, damit kein Cache <code>"stale": false</code> zu einem veralteten Wert zeigt.`,
      html`Des Verlaufs: höchstens <code>public, max-age=3600</code>, und nur bis 06:00 UTC.`,
      html`Fehler werden nie aufbewahrt: <code>no-store</code>. <code>br</code> und <code>gzip</code> auf Wunsch. Kein Parameter ist nötig, um Caches zu umgehen.`,
    ],
  },
  errors: {
    heading: "Fehler",
    intro: html`Der Inhalt folgt RFC 9457 (<code>application/problem+json</code>) mit dem weiteren Feld <code>"ok": false</code>; 429 hat dazu <code>retry_after_seconds</code>.`,
    columns: ["Status", "Wann"],
    rows: [
      [
        400,
        html`die Anfrage ist fehlerhaft oder hat kein <code>Host</code>; <code>/oembed</code> ohne <code>url</code>`,
      ],
      [404, html`an dieser Adresse ist nichts; <code>/oembed</code> für eine Adresse, die keinen Wert zeigt`],
      [
        405,
        html`eine andere Methode als <code>GET</code>, <code>HEAD</code>, <code>OPTIONS</code>; siehe <code>Allow</code>`,
      ],
      [408, "die Anfrage kam nicht rechtzeitig an"],
      [414, "die Adresse ist länger als 2 kB"],
      [417, html`ein anderes <code>Expect</code> als <code>100-continue</code>`],
      [429, html`die Grenze ist erreicht; siehe <code>Retry-After</code>`],
      [431, "die Kopfzeilen sind länger als 8 kB"],
      [500, "ein Fehler bei uns"],
      [501, html`<code>/oembed</code> in einem anderen Format als <code>json</code> und <code>xml</code>`],
      [
        503,
        html`das Gefragte ist noch nicht da: der Wert, die 30 Tage, eine Marktzahl, ein Bild; siehe <code>Retry-After</code>`,
      ],
    ],
  },
  examples: {
    heading: "Beispiele",
    backOff: html`JavaScript und Python warten so lange, wie <code>Retry-After</code> sagt, dann jedes Mal länger, mit etwas Zufall.`,
    sheets: "Google Sheets",
    sheetsNote: html`In eine Zelle. Für beide Adressen gilt keine Grenze, Fremde auf denselben Servern können also nichts aufbrauchen. Ein Wert, der älter als zwei Stunden ist, hat <code>(stale)</code> hinter sich und ist keine Zahl. Die letzte Zeile ist für Tabellen mit Dezimalkomma.`,
    excel: "Excel, LibreOffice",
    excelNote: html`<code>WEBSERVICE</code> holt den Wert als Text, der Rest macht eine Zahl daraus, oder einen Fehler, wenn der Wert älter als zwei Stunden ist. Auf Deutsch heißen die Funktionen <code>WEBDIENST</code>, <code>SÄUBERN</code> und <code>ZAHLENWERT</code>, mit <code>;</code> zwischen den Argumenten. Gefragt wird beim Öffnen und Neuberechnen. In Excel geht das unter Windows. Die 30 Tage: Daten, Aus dem Web, mit der Adresse von <code>history.csv</code>.`,
  },
  browsers: {
    heading: "Von einer Seite im Browser",
    text: html`Jede Antwort, gleich mit welchem Status, hat <code>Access-Control-Allow-Origin: *</code>, sodass eine Seite auch Fehler lesen kann. Ein einfaches <code>fetch</code> braucht keinen Preflight. Lesbare Header: <code>ETag</code>, <code>Last-Modified</code>, <code>Age</code>, <code>Retry-After</code>, <code>RateLimit</code>, <code>RateLimit-Policy</code>, <code>Deprecation</code>, <code>Sunset</code>, <code>Link</code>.`,
  },
  others: {
    heading: "Was sonst noch antwortet",
    columns: ["Pfad", "Liefert", "Aufbewahren"],
    rows: {
      "/api/public/nhci/history.csv": "die 30 Tage als CSV",
      "/api/public/nhci/score.txt": "der Wert als eine Zahl, reiner Text",
      "/api/public/nhci/proof/leaves": "der Hash jedes abgeschlossenen Tages, einer je Zeile",
      "/feed.atom": "jeder Wechsel von Phase, Signal oder Warnung: Atom 1.0",
      "/feed.json": "dasselbe als JSON Feed 1.1",
      "/embed/nhci-chart.js": "Skript der Grafik",
      "/embed/nhci-badge.js": "Skript der Plakette",
      "/embed/<version>/…": "dieselben Skripte, für immer",
      "/embed/nhci": html`die Seite für Iframes; <code>?theme</code>, <code>?lang</code>`,
      "/embed/nhci-chart.svg": html`Bilder: <code>nhci-chart</code> und <code>nhci-badge</code>, <code>.svg</code> und <code>.png</code>; <code>?size</code>, <code>?theme</code>, <code>?lang</code>`,
      "/embed/nhci-card.png": html`das Bild für geteilte Links, 1200 × 630; <code>?lang</code>`,
      "/oembed": html`oEmbed für <code>?url=</code> dieser Seite; <code>?format=json|xml</code>, <code>?maxwidth</code>, <code>?maxheight</code>`,
      "/openapi.json": "diese Seite für Maschinen",
      "/healthz": "200, solange der Prozess läuft",
      "/readyz": "200, wenn es einen Wert der letzten zwei Stunden gibt und die Datenbank antwortet, sonst 503",
    },
    cacheOf: { minute: "eine Minute", minutes: "5 Minuten", hour: "eine Stunde", year: "ein Jahr", never: "nein" },
  },
  keys: {
    heading: "API Pro: demnächst",
    text: html`Der ganze Verlauf seit 2017, persönliche Schlüssel, höhere Grenzen. Noch nicht verfügbar: Der Header <code>X-NHCI-API-Key: peak_live_&lt;API_KEY&gt;</code> wird angenommen und ändert nichts.`,
  },
  attribution: {
    heading: "Quellenangabe",
    text: (link) =>
      html`Wer Werte zeigt oder veröffentlicht, nennt den Index und den Dienst mit seiner Adresse. <a href="${link}">Die Zeile und die Quellen der Marktdaten</a>.`,
  },
} satisfies DocsWords;
