import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Locale } from "../locale.js";

export const home = {
  title: (indexName) => `${indexName}\u00a0: où en est le bitcoin dans son cycle`,
  description: `Un indice gratuit du cycle du bitcoin, de 0 à 100, calculé chaque heure\u00a0: phase, signal, ${FACTS.days} jours d’historique, widgets et une API JSON ouverte.`,
  lead: "Où en est le bitcoin dans son cycle\u00a0: 0 correspond à ses plus bas habituels, 100 à ses plus hauts habituels. Calculé chaque heure.",
  start: {
    heading: "Premier démarrage",
    phase: "Chargement des données historiques",
    elsewhere:
      "Une autre instance charge les données historiques et calcule le premier score\u00a0; celle-ci l’attend et l’affiche dès qu’il est enregistré.",
    left: (time) => `Encore ${time} environ.`,
    stalled: (minute: string) =>
      `Aucune source n’a rien donné de nouveau depuis ${minute}. Elles sont interrogées encore et encore.`,
    unknown: "La durée restante n’est pas encore connue.",
    refreshes: "Cette page se met à jour d’elle-même.",
  },
  now: {
    stands: (place) => html`Le bitcoin se situe ${place} de sa plage de cycle.`,
    places: {
      FONDO: "près du bas",
      ACUM: "sous le milieu",
      BULL: "autour du milieu",
      HOT: "au-dessus du milieu",
      PEAK: "près du haut",
    },
    run: (days, day) => `${days}, depuis le ${day}`,
    crossed: (settled) => html`tout juste franchie\u00a0; ${settled} tant qu’elle ne tient pas`,
    inADay: "en un jour",
    weaker: "preuves plus faibles\u00a0: pourquoi",
    of100: "sur 100",
    stale: (age) => `Périmé\u00a0: vieux de ${age}`,
    signal: "Signal",
    because: {
      FONDO: "moins de 40",
      ACUM: "moins de 40",
      BULL: "de 40 à 59,9",
      HOT: "de 60 à 79,9",
      PEAK: "80 ou plus",
      calm: "sans alerte",
      warned: "avec une alerte",
    },
    flags: "Alertes",
    noFlags: "Aucune sur deux",
    since: (day) => `depuis le ${day}`,
    updated: "Mis à jour",
    next: (time) => `prochain à ${time}`,
    crypto: "La crypto dans son ensemble",
    moods: {
      "Extreme Fear": "peur extrême",
      Fear: "peur",
      Neutral: "neutre",
      Greed: "avidité",
      "Extreme Greed": "avidité extrême",
    },
  },
  phases: {
    heading: "Que signifient les cinq phases\u00a0?",
    intro: "Une phase est une plage du score publié et rien d’autre. Les cinq ont la même largeur.",
    columns: ["Score", "Phase", "Clé dans l’API", "Ce que dit le score"],
    meanings: {
      FONDO: "Les indicateurs sont près du bas de leur plage historique.",
      ACUM: "Ils sont sous le milieu.",
      BULL: "Ils sont autour du milieu.",
      HOT: "Ils sont au-dessus du milieu.",
      PEAK: "Ils sont près du haut de leur plage historique.",
    },
    note: "Une phase dit où se trouve le cours par rapport à la valeur, pas où il ira ensuite.",
  },
  settled: {
    heading: "Pourquoi la phase du graphique change-t-elle moins souvent que le score\u00a0?",
    text: "La phase établie est la phase sans ses allers-retours\u00a0: elle va vers l’extérieur aussitôt et revient vers le milieu après un recul de 6 points ou après dix jours de suite. Elle change quelques fois par an.",
  },
  signals: {
    heading: "Qu’est-ce que le signal\u00a0?",
    intro:
      "Le signal découle du score et des alertes selon un tableau fixe. Une alerte active le décale d’un cran vers la prudence.",
    columns: ["Signal", "Quand"],
    when: {
      ACCUMULATE: "score inférieur à 40, sans alerte",
      HOLD: "inférieur à 40 avec une alerte, ou de 40 à 59,9 sans alerte",
      CAUTION: "de 40 à 59,9 avec une alerte, ou de 60 à 79,9 sans alerte",
      REDUCE: "de 60 à 79,9 avec une alerte, ou à partir de 80 dans tous les cas",
    },
  },
  flags: {
    heading: "Que sont les deux alertes\u00a0?",
    intro:
      "Elles observent des figures du cours et des chiffres que le score n’utilise pas, et peuvent être actives quel que soit le score.",
    descentGuard: {
      meaning:
        "Un marché baissier qui n’est pas arrivé à son terme, où un score bas n’est pas encore une bonne affaire.",
    },
    topRisk: {
      pattern:
        "La figure d’un sommet de cycle\u00a0: soit la moyenne mobile à 111 jours s’approche à moins de 5\u00a0% du double de la moyenne mobile à 350 jours, soit le cours se maintient près de ses plus hauts de l’année alors que les indicateurs de valorisation faiblissent nettement.",
    },
  },
  method: {
    heading: "Comment est-il fait\u00a0?",
    intro: "Quatre indicateurs publiés, de deux familles et de même poids\u00a0:",
    families: {
      cost: {
        name: "Le cours face au coût",
        holders: "la capitalisation rapportée au prix d’achat des bitcoins par leurs détenteurs",
        miners: "la capitalisation rapportée au revenu cumulé des mineurs",
      },
      ownPast: {
        name: "Le cours face à sa propre trajectoire à long terme",
        trend: "l’écart à la courbe selon laquelle le cours a crû en loi de puissance de l’âge du bitcoin",
        average: "le cours rapporté à sa moyenne mobile à 200 semaines",
      },
    },
    rest: {
      bands:
        "Une bande contient les 95\u00a0% centraux de toutes les valeurs d’un indicateur à ce jour, et les années récentes comptent davantage. Son bord inférieur vaut 0, le bord supérieur 100, et le score est la moyenne simple des quatre positions.",
      noLookAhead:
        "Aucune anticipation\u00a0: le score d’un jour utilise ce jour et les précédents. Rien n’est retouché\u00a0: une ligne publiée ne change jamais.",
      crypto:
        "Le score de la crypto dans son ensemble mêle celui du bitcoin à celui d’un panier de sept grandes cryptomonnaies, pondéré par la dominance du bitcoin. Il est moins solide.",
    },
  },
  more: (link) => html`<a href="${link}" hreflang="en">En entier, avec toutes les formules (en anglais)</a>`,
  wrong: {
    heading: "À quel point s’est-il trompé\u00a0?",
    record: (link) =>
      html`<a href="${link}">Le bilan complet</a> de cette installation\u00a0: chaque haut et chaque bas de cycle, chaque fausse alerte et chaque alerte manquée, comparés à des références simples, et les jours après 2022 à part de ceux qui ont servi à choisir le modèle.`,
    points: {
      driver:
        "Un seul moteur. Le cours est dans les quatre indicateurs. Le score ne connaît ni l’actualité, ni les flux, ni la macroéconomie.",
      vendors:
        "Fournisseurs de données. Les données on-chain sont des estimations de tiers, et deux installations aux sources différentes donnent des scores un peu différents.",
    },
  },
  use: {
    heading: "Comment l’utiliser\u00a0?",
    intro: "Deux réponses JSON, gratuites, sans clé, accessibles depuis tout domaine (CORS)\u00a0:",
    current: (link) => html`<a href="${link}">le score actuel</a>, mis à jour chaque heure`,
    history: (link) => html`<a href="${link}">les ${FACTS.days} derniers jours</a>, mis à jour chaque jour à 06:00 UTC`,
    limits: (docs) =>
      html`Au plus ${FACTS.limit} requêtes par minute et par adresse IP, les deux points d’accès confondus\u00a0; la suivante reçoit 429 et <code>Retry-After</code>. <a href="${docs}">Tout sur l’API</a>.`,
    attribution: (link) =>
      html`Si vous affichez un score, citez l’indice et ce site\u00a0: <a href="${link}">la mention, et nos sources</a>.`,
  },
  pro: {
    soon: "bientôt",
    text: html`L’historique complet depuis 2017, des clés personnelles dans l’en-tête <code>X-NHCI-API-Key: peak_live_…</code> et des limites plus élevées. Pas encore disponible\u00a0: aujourd’hui, une clé est acceptée, mais n’a pas encore d’effet.`,
    open: html`Une clé dans l’en-tête <code>X-NHCI-API-Key: peak_live_…</code> donne une limite plus élevée et l’historique complet depuis 2017. Les clés sont remises par qui gère ce site.`,
  },
} satisfies Locale["home"];
