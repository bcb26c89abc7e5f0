/**
 * `npm run bench` prints the three figures worth watching. It runs on Linux only, because it reads CPU time and memory
 * from /proc.
 */
import { cpus } from "node:os";
import { hotAnswer } from "./hot-answer.js";
import { memoryUnderLoad } from "./memory.js";
import { prepareData } from "./processes.js";
import { recompute } from "./recompute.js";

const recomputed = recompute();
const data = await prepareData();
try {
  const memory = await memoryUnderLoad(data.settings);
  const figures = [recomputed, await hotAnswer(data.settings), memory]; // last: it keeps this process on one core
  console.log(`Node ${process.version}, ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}\n`);
  console.log("| figure | median | goal | note |\n| --- | --- | --- | --- |");
  for (const { name, value, goal, note } of figures) console.log(`| ${name} | ${value} | ${goal} | ${note} |`);
} finally {
  await data.remove();
}
