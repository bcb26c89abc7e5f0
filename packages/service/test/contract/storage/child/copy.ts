import { copyBetween } from "../../../../src/storage/maintenance/copy.js";
import { placeOf } from "./place-of.js";

/** Copies from the first database to the second, with a line a step. */
const [from, to] = process.argv.slice(2);
const progress = (work: string, done: number) => void process.stdout.write(`${work} ${done}\n`);
await copyBetween({ from: placeOf(from), to: placeOf(to) }, { progress, signal: new AbortController().signal });
