/**
 * The words of pictures and widgets. Each text is a constant with all languages in it, in the order of `LANGUAGES` and
 * separated by bars, so that a script contains only what it shows. `pickTranslation` reads them.
 */
import type { PhaseKey, Signal } from "peak-cycle-model";

type PerPhase = Readonly<Record<PhaseKey, string>>;

export const PHASE_NAMES: PerPhase = {
  FONDO: "Bottom|Fondo|Fundo|Boden|Creux",
  ACUM: "Accumulation|Acumulación|Acumulação|Akkumulation|Accumulation",
  BULL: "Bull Active|Alcista|Mercado de alta|Bullenmarkt|Hausse",
  HOT: "Hot Zone|Zona caliente|Zona quente|Heiße Zone|Zone chaude",
  PEAK: "Peak|Pico|Pico|Gipfel|Sommet",
};

/** Shorter names for narrow drawings; the other phases have short names anyway. */
export const SHORT_NAMES: Partial<PerPhase> = {
  ACUM: "Accum.|Acum.|Acum.|Akkum.|Accum.",
  BULL: "Bull|Alcista|Alta|Bullen|Hausse",
  HOT: "Hot|Caliente|Quente|Heiß|Chaud",
};

/** The names of the warnings from 400 px on, on the pages and for screen readers. */
export const TOP_RISK =
  "Cycle-top warning|Aviso de techo de ciclo|Alerta de topo de ciclo|Zyklushoch-Warnung|Alerte sommet de cycle";
export const DESCENT_GUARD =
  "Bear-market warning|Aviso de mercado bajista|Alerta de mercado de baixa|Bärenmarkt-Warnung|Alerte marché baissier";
/** The names in narrower drawings, the word alone in the narrowest, and the text for two warnings. */
export const SHORT_TOP_RISK = "Top warning|Aviso de techo|Alerta de topo|Hoch-Warnung|Alerte sommet";
export const SHORT_DESCENT_GUARD = "Bear warning|Aviso bajista|Alerta de baixa|Bären-Warnung|Alerte baisse";
export const WARNING = "Warning|Aviso|Alerta|Warnung|Alerte";
export const BOTH_WARNINGS = "2 warnings|2 avisos|2 alertas|2 Warnungen|2 alertes";

/** Shown in place of a score, each with the line below it: the first score is awaited. */
export const AWAITED =
  "First score on its way|El primer valor está en camino|O primeiro valor está a caminho|" +
  "Der erste Wert kommt gleich|La première valeur arrive";
export const BY_ITSELF =
  "Appears here by itself|Aparecerá aquí por sí solo|Aparecerá aqui sozinho|" +
  "Erscheint hier von selbst|S’affichera ici d’elle-même";
/** The site cannot be reached. */
export const UNREACHABLE =
  "Score not reachable|Sin conexión con el índice|Sem conexão com o índice|Wert nicht erreichbar|Indice injoignable";
export const NEXT_TRY =
  "Next try in a minute|Nuevo intento en un minuto|Nova tentativa em um minuto|" +
  "Nächster Versuch in einer Minute|Nouvel essai dans une minute";
/** The asset is announced, or not supported; its name is below. */
export const SOON = "Coming soon|Próximamente|Em breve|Demnächst|Bientôt";
export const UNKNOWN = "Unknown asset|Activo desconocido|Ativo desconhecido|Unbekanntes Asset|Actif inconnu";

/** The months by number, as abbreviated beside a day. */
export const MONTHS =
  "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec|ene feb mar abr may jun jul ago sept oct nov dic|" +
  "jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.|" +
  "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.|" +
  "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.";

/** Before the time of the last score received. */
export const OFFLINE = "Offline: |Sin conexión: |Offline: |Offline: |Hors ligne\u00a0: ";
/** The age of a stale score in hours. */
export const OLD = "{} h old|hace {} h|há {} h|{} h alt|il y a {} h";
export const OF_100 = "of 100|de 100|de 100|von 100|sur 100";
export const SOURCES = "Sources|Fuentes|Fontes|Quellen|Sources";
export const SIGNAL = "Signal:|Señal:|Sinal:|Signal:|Signal\u00a0:";

/** The switch of a chart, and the titles of its panels. */
export const RANGE_NAMES = {
  "30d": "30 days|30 días|30 dias|30 Tage|30 jours",
  cycle: "Cycle|Ciclo|Ciclo|Zyklus|Cycle",
} as const;
/** Before the change in `IN_30_DAYS`. */
export const SCORE_ROSE = "The score rose|La puntuación subió|A pontuação subiu|Der Index stieg um|Le score a gagné";
export const SCORE_FELL = "The score fell|La puntuación bajó|A pontuação caiu|Der Index fiel um|Le score a perdu";
export const SCORE = "Score|Puntuación|Pontuação|Index|Score";
export const IN_30_DAYS = "{} in 30 days|{} en 30 días|{} em 30 dias|{} in 30 Tagen|{} en 30 jours";
export const SCORE_SINCE = "Score since {}|Puntuación desde {}|Pontuação desde {}|Index seit {}|Score depuis {}";
export const NO_HISTORY =
  "History not reachable|Sin conexión con el historial|Sem conexão com o histórico|" +
  "Verlauf nicht erreichbar|Historique injoignable";
export const SHORT_NO_HISTORY = "No history|Sin historial|Sem histórico|Kein Verlauf|Pas d’historique";
export const HISTORY_AWAITED =
  "History on its way|El historial está en camino|O histórico está a caminho|" +
  "Verlauf kommt gleich|L’historique arrive";
export const PRICE = "Price|Precio|Preço|Kurs|Cours";
export const BITCOIN_PRICE = "Bitcoin price|Precio de Bitcoin|Preço do Bitcoin|Bitcoin-Kurs|Cours du bitcoin";
/** Next to the highest and the lowest price. */
export const HIGH = "high|máx.|máx.|Hoch|haut";
export const LOW = "low|mín.|mín.|Tief|bas";

export const SIGNAL_NAMES: Readonly<Record<Signal, string>> = {
  ACCUMULATE: "Accumulate|Acumular|Acumular|Aufstocken|Accumuler",
  HOLD: "Hold|Mantener|Manter|Halten|Conserver",
  CAUTION: "Caution|Precaución|Cautela|Vorsicht|Prudence",
  REDUCE: "Reduce|Reducir|Reduzir|Reduzieren|Réduire",
};

/** The subject of a one-line badge. */
export const LINE_TEXTS = {
  btc: "bitcoin cycle|ciclo de bitcoin|ciclo do bitcoin|Bitcoin-Zyklus|cycle du bitcoin",
  crypto: "crypto cycle|ciclo cripto|ciclo cripto|Krypto-Zyklus|cycle crypto",
} as const;

/** The name at the top of a head. */
export const CRYPTO = "Crypto|Cripto|Cripto|Krypto|Crypto";
export const NAME_TEXT =
  "Bitcoin cycle index|Índice de ciclo de Bitcoin|Índice de ciclo do Bitcoin|" +
  "Bitcoin-Zyklusindex|Indice de cycle du bitcoin";
export const SHORT_NAME = "Bitcoin cycle|Ciclo de Bitcoin|Ciclo do Bitcoin|Bitcoin-Zyklus|Cycle du bitcoin";

/** The long chart. */
export const CYCLE_TEXTS = {
  price:
    "Bitcoin price, log scale|Precio de Bitcoin, escala log.|Preço do Bitcoin, escala log.|" +
    "Bitcoin-Kurs, logarithmisch|Cours du bitcoin, échelle log.",
  shortPrice: "Price, log scale|Precio, escala log.|Preço, escala log.|Kurs, logarithmisch|Cours, échelle log.",
  score: SCORE,
  /** Below the price of a turn. */
  reading: "score {}|puntuación {}|pontuação {}|Index {}|score {}",
} as const;
