import type { Instant } from "../domain/instant.js";
import type { Clock } from "../operations/ports.js";
import { type Answer, answerOf, type Manner, plainAnswer } from "./answer.js";
import { formOf, QUICK, representationOf } from "./representation.js";

/** An answer that is made of one thing. */
export interface Shown<T> {
  readonly manner: Manner;
  /** The thing as it is now, the same one as long as nothing changes; `undefined` before there is any. */
  readonly thing: (now: Instant) => T | undefined;
  readonly text: (thing: T) => string;
  readonly cacheControl: (thing: T, now: Instant) => string;
  /** Sent as it is to every client, and so held once. For texts of ASCII signs that hardly get smaller. */
  readonly isPlain?: boolean;
}

/** @returns the answer as it is now; its bytes are made on the first request after the thing has changed */
export function shownAnswer<T>(clock: Clock, shown: Shown<T>): () => Answer | undefined {
  let made: { readonly of: T; readonly dress: (cacheControl: string) => Answer } | undefined;
  let answer: { readonly cacheControl: string; readonly dressed: Answer } | undefined;
  return () => {
    const now = clock.now();
    const thing = shown.thing(now);
    if (thing === undefined) return undefined;
    if (made?.of !== thing) {
      made = { of: thing, dress: dressOf(shown.text(thing), shown) };
      answer = undefined;
    }
    const cacheControl = shown.cacheControl(thing, now);
    if (answer?.cacheControl !== cacheControl) answer = { cacheControl, dressed: made.dress(cacheControl) };
    return answer.dressed;
  };
}

type Look = Pick<Shown<never>, "manner" | "isPlain">;

function dressOf(text: string, { manner, isPlain }: Look): (cacheControl: string) => Answer {
  if (isPlain === true) {
    const form = formOf(text);
    return (cacheControl) => plainAnswer(form, cacheControl, manner);
  }
  const representation = representationOf(text, QUICK);
  return (cacheControl) => answerOf({ representation, cacheControl }, manner);
}
