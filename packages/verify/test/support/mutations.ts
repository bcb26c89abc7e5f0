/** Sites with one random change, made without knowing what it means. */
import type { LedgerSigner } from "../../src/index.js";
import { type Case, caseOf } from "./both-verifiers.js";
import { day, days, Growing, revision, signer } from "./ledgers.js";
import { type Draft, draftsOf, publish } from "./publish.js";
import { type Answers, answersOf, PATHS, textsOf } from "./sites.js";

const first = signer();
const second = signer(first);
const SIGNERS: readonly LedgerSigner[] = [first, second];

const early = () => new Growing().append(days(0, 34), first);
const growing = () =>
  early()
    .append([revision(1, 33)], first)
    .append([day(34)], second)
    .append([day(35)], second);
const KEPT = JSON.stringify(answersOf(early().ledger).proof);
const DRAFTS = draftsOf(growing().lines);
const TEXTS = textsOf(publish(DRAFTS, SIGNERS));

/** The same site at the time of each of its statements, and another site of the same publisher. */
const MOMENTS = [
  ...[...DRAFTS.keys()]
    .filter((at) => DRAFTS[at]?.kind === "statement")
    .map((at) => textsOf(publish(DRAFTS.slice(0, at + 1), SIGNERS))),
  textsOf(answersOf(new Growing().append([...days(0, 33), day(33, false)], first).append(days(34, 3), second).ledger)),
];

/** A case, the change that was made, and whether its meaning differs from the honest site's. */
export interface Mutation extends Case {
  readonly what: string;
  readonly isOther: boolean;
}

/** Repeatable random numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function mutation(random: () => number): Mutation {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const kept = random() < 0.5 ? KEPT : undefined;
  const kind = pick(["document", "document", "entry", "entry", "statement", "kept", "moments", "torn"] as const);
  if (kind === "moments") {
    const texts = Object.fromEntries(Object.values(PATHS).map((path) => [path, pick(MOMENTS)[path] ?? ""]));
    return { texts, kept, what: JSON.stringify(texts), isOther: false };
  }
  if (kind === "torn") {
    const texts = torn(pick);
    return { texts, kept, what: JSON.stringify(texts), isOther: false };
  }
  if (kind === "kept") {
    const text = changed(KEPT, pick);
    return { texts: TEXTS, kept: text, what: `kept: ${text}`, isOther: false };
  }
  if (kind === "document") {
    const path = pick(Object.values(PATHS));
    const text = path === PATHS.leaves ? changedLines(TEXTS[path] ?? "", pick) : changed(TEXTS[path] ?? "", pick);
    return { texts: { ...TEXTS, [path]: text }, kept, what: `${path}: ${text}`, isOther: isOther(TEXTS[path], text) };
  }
  const drafts = kind === "entry" ? withEntry(pick) : withStatement(pick);
  const answers: Answers = publish(drafts, SIGNERS);
  return { ...caseOf(answers), kept, what: JSON.stringify(answers.proof), isOther: false };
}

/** Leaves that end at a statement of the proof, whose text has been changed, and half of another document. */
function torn(pick: Pick): Readonly<Record<string, string>> {
  const proof = JSON.parse(TEXTS[PATHS.proof] ?? "") as { entries: { position: number; entry: string }[] };
  const statement = pick(proof.entries.filter(({ entry }) => entry.startsWith('{"kind":"statement"')));
  const entry = JSON.parse(statement.entry) as { text: string };
  statement.entry = JSON.stringify({ ...entry, text: changed(entry.text, pick) });
  const leaves = (TEXTS[PATHS.leaves] ?? "").split("\n").slice(0, statement.position);
  const path = pick([PATHS.keys, PATHS.revisions, PATHS.history]);
  const half = changed(TEXTS[path] ?? "", pick).slice(0, pick([-1, -2, -20]));
  return {
    ...TEXTS,
    [PATHS.proof]: JSON.stringify(proof),
    [PATHS.leaves]: leaves.map((leaf) => `${leaf}\n`).join(""),
    ...(pick([true, false]) ? { [path]: half } : {}),
  };
}

type Pick = <T>(from: readonly T[]) => T;

/** A changed entry, hashed and signed by its publisher, or entries moved, duplicated or removed. */
function withEntry(pick: Pick): readonly Draft[] {
  const at = pick([...DRAFTS.slice(0, -1).keys()]);
  const draft = DRAFTS[at] as Draft;
  const how = pick(["text", "text", "text", "drop", "double", "move"]);
  if (how === "drop") return DRAFTS.toSpliced(at, 1);
  if (how === "double") return DRAFTS.toSpliced(at, 0, draft);
  if (how === "move") return DRAFTS.toSpliced(at, 1).toSpliced(pick([1, 5, 20, 30]), 0, draft);
  return DRAFTS.with(at, { ...draft, text: changed(draft.text, pick) });
}

function withStatement(pick: Pick): readonly Draft[] {
  const statements = [...DRAFTS.keys()].filter((at) => DRAFTS[at]?.kind === "statement");
  const edit = (text: string) => changed(text, pick);
  return DRAFTS.with(pick(statements), { kind: "statement", text: "", edit });
}

const OTHERS = [null, true, false, 0, 1, -1, -0, 1.5, 1e21, 2 ** 53, "", "x", "\u001b[2J", "\ud800", [], {}] as const;

/** A JSON text with one value changed, removed, duplicated, swapped or moved, or with one character changed. */
function changed(text: string, pick: Pick): string {
  if (pick([true, false, false])) return scratched(text, pick);
  const value: unknown = JSON.parse(text);
  const places = placesIn(value);
  const [holder, name] = pick(places);
  const held = holder as Record<string, unknown>;
  const [, otherName] = pick(places.filter(([each]) => each === holder));
  const how = pick(["other", "near", "near", "drop", "double", "swap", "move"]);
  if (how === "other") held[name] = pick(OTHERS);
  else if (how === "near") held[name] = near(held[name], pick);
  else if (how === "swap") [held[name], held[otherName]] = [held[otherName], held[name]];
  else if (how === "move") {
    const [target, place] = pick(places.filter(([each]) => !isInside(each, held[name])));
    (target as Record<string, unknown>)[Array.isArray(target) ? place : `${place}2`] = held[name];
    remove(holder, name);
  } else if (how === "drop") remove(holder, name);
  else if (Array.isArray(holder)) holder.splice(Number(name), 0, holder[Number(name)]);
  else return text.replace("{", `{${JSON.stringify(name)}:${JSON.stringify(held[name])},`);
  return JSON.stringify(value);
}

function remove(holder: object, name: string): void {
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else Reflect.deleteProperty(holder, name);
}

/** Every member and element of a value: its parent, and its name there. */
function placesIn(value: unknown): (readonly [holder: object, name: string])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [[value, name] as const, ...placesIn(each)]);
}

const isInside = (holder: object, value: unknown) =>
  holder === value || placesIn(value).some(([each, name]) => (each as Record<string, unknown>)[name] === holder);

/** A slightly different value of the same kind, or the same value in another type. */
function near(value: unknown, pick: Pick): unknown {
  if (typeof value === "number") return pick([value + 1, value - 0.1, -value, String(value), [value], value === 1]);
  if (typeof value === "string") return pick([scratched(value, pick), value.toUpperCase(), `${value} `, [value], null]);
  return typeof value === "boolean" ? pick([Number(value), String(value), !value]) : [value];
}

const CHARACTERS = [
  ...'0129aeEfFzAZ+-._ "\\{}[]:,',
  "\n",
  "\u0000",
  "\u00e9",
  "\ufeff",
  "\u2028",
  "NaN",
  "\\u0061",
  "e0",
];

/** A text with one character replaced, removed, duplicated or inserted. */
function scratched(text: string, pick: Pick): string {
  const at = pick([...text].map((_, i) => i)) ?? 0;
  const how = pick(["replace", "insert", "drop", "double"]);
  const character = pick(CHARACTERS);
  if (how === "replace") return text.slice(0, at) + character + text.slice(at + 1);
  if (how === "insert") return text.slice(0, at) + character + text.slice(at);
  return how === "drop" ? text.slice(0, at) + text.slice(at + 1) : text.slice(0, at) + text[at] + text.slice(at);
}

function changedLines(text: string, pick: Pick): string {
  const lines = text.split("\n").slice(0, -1);
  const at = pick([...lines.keys()]);
  const how = pick(["scratch", "drop", "double", "swap", "cut"]);
  if (how === "scratch") return scratched(text, pick);
  if (how === "drop") lines.splice(at, 1);
  if (how === "double") lines.splice(at, 0, lines[at] ?? "");
  if (how === "cut") lines.splice(at);
  if (how === "swap") [lines[0], lines[at]] = [lines[at] ?? "", lines[0] ?? ""];
  return lines.map((line) => `${line}\n`).join("");
}

/** Whether a text has a different meaning; the notation of its JSON does not count. */
function isOther(honest: string | undefined, text: string): boolean {
  try {
    return sorted(JSON.parse(honest ?? "")) !== sorted(JSON.parse(text));
  } catch {
    return honest !== text;
  }
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) => {
    const isObject = typeof each === "object" && each !== null && !Array.isArray(each);
    return isObject ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1))) : each;
  });
}
