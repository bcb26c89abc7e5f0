import type { Language } from "../../chart/language.js";

/** `unreachable`: the last attempt failed. `soon`: the host asks for the asset that is announced. */
export type Trouble = "unreachable" | "soon";

/** What the API says. */
export interface News<Known> {
  /** From the last good answers, however old. */
  known: Partial<Known>;
  /** By source; empty where the last attempt went well. */
  troubles: (Trouble | undefined)[];
}

/** What there is to be seen. */
export interface Sight<Known> extends Readonly<News<Known>> {
  readonly host: HTMLElement;
  readonly language: Language;
  readonly isDark: boolean;
}

/** What an answer says. @throws when it is not what was asked for */
export type Learn<Known> = (body: unknown) => Partial<Known>;

/** What distinguishes chart and badge. */
export interface Kind<Known> {
  /** Paths of the API, below the address of the site. */
  readonly sources: readonly (readonly [path: string, learn: Learn<Known>])[];
  /** Style rules. All that is inside the host stands in one `div`. */
  rules(sight: Sight<Known>): string;
  /** What stands above the attribution. */
  parts(sight: Sight<Known>): readonly Element[];
  /** Puts the `div` into the place of what was there. @param watch sees to it that nobody else changes anything */
  place(root: ShadowRoot, box: Element, sight: Sight<Known>, watch: MutationObserver): void;
}
