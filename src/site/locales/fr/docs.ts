import { html } from "../../html.js";
import type { DocsWords } from "../docs-shape.js";
import { dataWords } from "./docs-data.js";
import { fields } from "./fields.js";

export const docs = {
  title: (indexName) => `API du ${indexName}`,
  description:
    "Deux adresses JSON gratuites et sans clé\u00a0: le score actuel du cycle du bitcoin et ses 30 derniers jours. Champs, limites, erreurs, cache, exemples et un bouton pour les essayer.",
  heading: "API",
  lead: "Deux adresses, JSON, sans clé, sans inscription, ouvertes à toute origine.",
  contents: "Sur cette page",
  openapi: (link) => html`La même chose pour les machines\u00a0: <a href="${link}">openapi.json</a> (OpenAPI 3.1).`,
  tryIt: {
    button: "Essayer",
    open: "Ouvrir la réponse",
    asking: "Demande en cours…",
    status: "Statut",
    headers: "En-têtes qu’une page peut lire",
    body: "Corps",
    failed: "Pas de réponse\u00a0: le service n’a pas pu être joint.",
  },
  current: {
    heading: "Le score actuel",
    purpose:
      "Score, phase, signal et alertes du bitcoin, un score de la crypto dans son ensemble et des chiffres du marché en direct.",
    renewed: "le score chaque heure\u00a0; les chiffres du marché à mesure qu’ils arrivent",
    cache: "60 secondes",
  },
  history: {
    heading: "Les 30 derniers jours",
    purpose:
      "Exactement 30 lignes de jours UTC consécutifs, la plus ancienne d’abord. La ligne d’un jour est calculée à 06:00 UTC de ce jour et ne change plus ensuite. Le score actuel peut différer de la ligne d’aujourd’hui\u00a0: il est calculé chaque heure, la ligne une fois.",
    renewed: "chaque jour à 06:00 UTC",
    cache: "jusqu’à une heure, jamais au-delà du prochain 06:00 UTC",
  },
  ...dataWords,
  facts: ["Renouvelé", "Peut être gardé", "Limite"],
  limitFact: "20 requêtes par minute et par adresse, les deux ensemble",
  fieldColumns: ["Champ", "Type", "Signification"],
  fields,
  example: "Exemple",
  always:
    "Tous les champs sont toujours là, dans cet ordre, et il n’y en a pas d’autres. Les paramètres de requête sont ignorés. Un chiffre du marché dont la source se tait garde sa dernière valeur connue.",
  limits: {
    heading: "Limites",
    points: [
      html`20 requêtes par tranche quelconque de 60 secondes et par adresse, les deux ensemble. Un réseau IPv6 (/64) compte pour une adresse. <code>GET</code> et <code>HEAD</code> comptent quelle que soit la réponse, 304 compris\u00a0; une requête refusée ne compte pas. Tout le reste et <code>OPTIONS</code> sont libres.`,
      html`La suivante reçoit 429, <code>Retry-After</code> en secondes et <code>RateLimit: "public";r=0;t=37</code>. Passé ce temps, la prochaine requête passe.`,
      html`Chaque réponse des deux adresses porte <code>RateLimit-Policy: "public";q=20;w=60</code>.`,
      "D’autres derrière votre adresse partagent la limite\u00a0: bureaux, réseaux mobiles, fonctions dans le nuage, tableurs. En cas de nouveau refus, attendez plus longtemps.",
    ],
  },
  caching: {
    heading: "Cache",
    points: [
      html`Chaque réponse a un <code>ETag</code> fort. Renvoyez-le dans <code>If-None-Match</code> et vous recevez 304 sans corps.`,
      html`<code>Cache-Control</code> du score actuel\u00a0: <code>public, max-age=60</code>. Dans les dernières minutes avant qu’un score atteigne deux heures, ce temps diminue, pour qu’aucun cache ne montre <code>"stale": false</code> avec un score ancien.`,
      html`De l’historique\u00a0: <code>public, max-age=3600</code> au plus, jusqu’à 06:00 UTC.`,
      html`Les échecs ne sont jamais gardés\u00a0: <code>no-store</code>. <code>br</code> et <code>gzip</code> sur demande. Aucun paramètre n’est nécessaire pour contourner les caches.`,
    ],
  },
  errors: {
    heading: "Erreurs",
    intro: html`Les corps suivent la RFC 9457 (<code>application/problem+json</code>), avec le membre supplémentaire <code>"ok": false</code>\u00a0; 429 a aussi <code>retry_after_seconds</code>.`,
    columns: ["Statut", "Quand"],
    rows: [
      [
        400,
        html`la requête est mal formée ou n’a pas de <code>Host</code>\u00a0; <code>/oembed</code> sans <code>url</code>`,
      ],
      [404, html`il n’y a rien à ce chemin\u00a0; <code>/oembed</code> pour une adresse qui ne montre pas de score`],
      [
        405,
        html`une autre méthode que <code>GET</code>, <code>HEAD</code>, <code>OPTIONS</code>\u00a0; voir <code>Allow</code>`,
      ],
      [408, "la requête n’est pas arrivée à temps"],
      [414, "l’adresse dépasse 2 ko"],
      [417, html`un <code>Expect</code> autre que <code>100-continue</code>`],
      [429, html`la limite est atteinte\u00a0; voir <code>Retry-After</code>`],
      [431, "les en-têtes dépassent 8 ko"],
      [500, "une erreur de notre côté"],
      [501, html`<code>/oembed</code> dans un autre format que <code>json</code> et <code>xml</code>`],
      [
        503,
        html`ce qui est demandé n’est pas encore là\u00a0: le score, les 30 jours, une donnée de marché, une image\u00a0; voir <code>Retry-After</code>`,
      ],
    ],
  },
  examples: {
    heading: "Exemples",
    backOff: html`JavaScript et Python attendent ce que dit <code>Retry-After</code>, puis plus longtemps à chaque fois, avec un peu de hasard.`,
    sheets: "Google Sheets",
    sheetsNote: html`Dans une cellule. Aucune des deux adresses n’a de limite, des inconnus sur les mêmes serveurs ne peuvent donc rien épuiser. Un score de plus de deux heures est suivi de <code>(stale)</code> et n’est pas un nombre. La dernière ligne est pour les feuilles à virgule décimale.`,
    excel: "Excel, LibreOffice",
    excelNote: html`<code>WEBSERVICE</code> va chercher le score en texte, le reste en fait un nombre, ou une erreur quand le score a plus de deux heures. En français, les fonctions s’appellent <code>SERVICEWEB</code>, <code>EPURAGE</code> et <code>VALEURNOMBRE</code>, avec <code>;</code> entre les arguments. La demande part à l’ouverture ou au recalcul du fichier. Excel a besoin de Windows. Les 30 jours\u00a0: Données, À partir du web, avec l’adresse de <code>history.csv</code>.`,
  },
  browsers: {
    heading: "Depuis une page dans un navigateur",
    text: html`Toute réponse, quel que soit son statut, porte <code>Access-Control-Allow-Origin: *</code>, si bien qu’une page peut aussi lire les échecs. Un simple <code>fetch</code> ne demande pas de preflight. En-têtes lisibles\u00a0: <code>ETag</code>, <code>Last-Modified</code>, <code>Age</code>, <code>Retry-After</code>, <code>RateLimit</code>, <code>RateLimit-Policy</code>, <code>Deprecation</code>, <code>Sunset</code>, <code>Link</code>.`,
  },
  others: {
    heading: "Tout ce qui répond par ailleurs",
    columns: ["Chemin", "Donne", "Peut être gardé"],
    rows: {
      "/api/public/nhci/history.csv": "les 30 jours en CSV",
      "/api/public/nhci/score.txt": "le score en un seul nombre, texte brut",
      "/api/public/nhci/proof/leaves": "le hash de chaque jour clos, un par ligne",
      "/feed.atom": "chaque changement de phase, de signal ou d’alerte\u00a0: Atom 1.0",
      "/feed.json": "la même chose en JSON Feed 1.1",
      "/embed/nhci-chart.js": "script du graphique",
      "/embed/nhci-badge.js": "script du badge",
      "/embed/<version>/…": "les mêmes scripts, pour toujours",
      "/embed/nhci": html`la page pour iframe\u00a0; <code>?theme</code>, <code>?lang</code>`,
      "/embed/nhci-chart.svg": html`images\u00a0: <code>nhci-chart</code> et <code>nhci-badge</code>, <code>.svg</code> et <code>.png</code>\u00a0; <code>?size</code>, <code>?theme</code>, <code>?lang</code>`,
      "/embed/nhci-card.png": html`l’image des liens partagés, 1200 × 630\u00a0; <code>?lang</code>`,
      "/oembed": html`oEmbed pour <code>?url=</code> de ce site\u00a0; <code>?format=json|xml</code>, <code>?maxwidth</code>, <code>?maxheight</code>`,
      "/openapi.json": "cette page pour les machines",
      "/healthz": "200 tant que le processus tourne",
      "/readyz": "200 quand il y a un score des deux dernières heures et que la base de données répond, sinon 503",
    },
    cacheOf: { minute: "une minute", minutes: "5 minutes", hour: "une heure", year: "un an", never: "non" },
  },
  keys: {
    heading: "API Pro\u00a0: bientôt",
    text: html`L’historique complet depuis 2017, des clés personnelles, des limites plus élevées. Pas encore disponible\u00a0: l’en-tête <code>X-NHCI-API-Key: peak_live_&lt;API_KEY&gt;</code> est accepté et ne change rien.`,
  },
  attribution: {
    heading: "Attribution",
    text: (link) =>
      html`Qui affiche ou publie des scores nomme l’indice et le service avec son adresse. <a href="${link}">La ligne, et les sources des chiffres du marché</a>.`,
  },
} satisfies DocsWords;
