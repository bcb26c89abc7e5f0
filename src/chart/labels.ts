import type { PhaseKey } from "../domain/score.js";
import { LANGUAGES, type Language } from "./language.js";
import type { Note } from "./note.js";

/** The phases from low to high, in the order of `LANGUAGES`. */
const PHASE_WORDS: Readonly<Record<PhaseKey, string>> = {
  FONDO: "Bottom|Fondo|Fundo|Boden|Creux",
  ACUM: "Accumulation|Acumulación|Acumulação|Akkumulation|Accumulation",
  BULL: "Bull Active|Alcista|Alta|Bullenmarkt|Hausse",
  HOT: "Hot Zone|Zona caliente|Zona quente|Heiße Zone|Zone chaude",
  PEAK: "Peak|Pico|Pico|Gipfel|Sommet",
};

/** Every word of a badge: a tenth of what its script weighs. */
const WORDS: Readonly<Record<PhaseKey | Note, string>> = {
  ...PHASE_WORDS,
  stale: "Stale|Desactualizado|Desatualizado|Veraltet|Pas à jour",
  waiting: "Waiting|En espera|Em espera|Wartet|En attente",
  unreachable: "Not updated|No actualizado|Não atualizado|Nicht aktuell|Non actualisé",
  soon: "Coming soon|Próximamente|Em breve|Demnächst|Bientôt",
};

/** The phases from low to high, 20 points each. */
export const PHASE_KEYS = Object.keys(PHASE_WORDS) as readonly PhaseKey[];

/** The word for a phase or a note, e.g. `HOT` is `Heiße Zone`. */
export function wordOf(thing: PhaseKey | Note, language: Language): string {
  return pick(WORDS[thing], language);
}

/** The word of a language. @param words one for each of `LANGUAGES`, a bar between them */
export function pick(words: string, language: Language): string {
  return words.split("|")[LANGUAGES.indexOf(language)] ?? "";
}
