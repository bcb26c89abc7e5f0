import { Command, CommanderError, Option } from "commander";
import { ConfigError, ServiceError, StorageError } from "../domain/errors.js";
import { VERSION } from "../platform/version.js";
import type { Surroundings } from "./surroundings.js";

/** Done as asked. */
const DONE = 0;
/** Understood, but could not be done: a file was refused, a source did not answer, a check failed. */
const FAILED = 1;
/** Called or set up wrongly: nothing was started. */
const MISUSED = 2;

const EXIT_CODES = "\nExit codes: 0 done, 1 failed, 2 wrong call, setting, folder or address.";

const BTC_HELP =
  "CSV with date (or time), price_usd (or PriceUSD) and, if known, mvrv (or CapMVRVCur); one row a UTC day";
const FEAR_GREED_HELP = "CSV with date and value, 0 to 100";
const DOMINANCE_HELP = "CSV with date and btc_dominance_pct";
const MAJORS_HELP = "CSV with date, asset and price_usd; one row a coin and day";

/**
 * Runs one command of `peak`.
 *
 * @param argv what follows the command's name
 * @returns the exit code
 */
export async function runProgram(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  let code = DONE;
  const program = describe(surroundings, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(argv, { from: "user" });
    return code;
  } catch (error) {
    return explain(error, surroundings);
  }
}

function describe(surroundings: Surroundings, setCode: (code: number) => void): Command {
  const program = new Command("peak");
  program
    .description("A public Bitcoin cycle index: collects, scores, keeps the history and answers over HTTP.")
    .version(VERSION)
    .addHelpText("after", `${EXIT_CODES}\nSettings come from the environment; the README has the table.`)
    .exitOverride()
    .configureOutput({ writeOut: surroundings.out, writeErr: surroundings.err });
  program
    .command("serve")
    .description("run the service: every job, the API and the pages")
    .action(async () => (await import("./serve.js")).serve(surroundings));
  program
    .command("backfill")
    .description("fetch and freeze the past without serving it; resumes where it was stopped")
    .addOption(new Option("--turn <epoch>").hideHelp())
    .action(async ({ turn }) => (await import("./backfill.js")).runBackfill(surroundings, turn));
  program
    .command("demo")
    .description("run the whole service on a simulated market: no network, no settings, nothing is kept")
    .action(async () => (await import("./demo.js")).demo(surroundings));
  addFileCommands(program, surroundings);
  program
    .command("copy")
    .description("copy everything stored to another database and compare it; resumes where it was stopped")
    .requiredOption("--from <database>", "sqlite:FOLDER or postgres://…; no service may run on it meanwhile")
    .option("--to <database>", "a new database; by default DATABASE_URL, which keeps its password out of sight")
    .action(async (places) => (await import("./copy.js")).copyInstallation(surroundings, places));
  program
    .command("doctor")
    .description("check settings, database, clock and every source, in one table")
    .action(async () => setCode((await (await import("./doctor.js")).doctor(surroundings)) ? DONE : FAILED));
  addChainCommands(program, surroundings, setCode);
  program.command("draw", { hidden: true }).action(async () => (await import("./draw.js")).draw(surroundings));
  program.command("record", { hidden: true }).action(async () => (await import("./record.js")).record(surroundings));
  for (const command of program.commands) command.addHelpText("after", EXIT_CODES);
  return program;
}

function addFileCommands(program: Command, surroundings: Surroundings): void {
  program
    .command("import")
    .description("bring daily history from files into the database, all of it or nothing")
    .requiredOption("--btc <file>", BTC_HELP)
    .option("--fear-greed <file>", FEAR_GREED_HELP)
    .option("--dominance <file>", DOMINANCE_HELP)
    .option("--majors <file>", MAJORS_HELP)
    .action(async (paths) => (await import("./import.js")).importFiles(surroundings, paths));
  program
    .command("evaluate")
    .description("evaluate the model over files of daily history: no database, no network")
    .requiredOption("--btc <file>", BTC_HELP)
    .option("--fear-greed <file>", FEAR_GREED_HELP)
    .option("--dominance <file>", DOMINANCE_HELP)
    .option("--majors <file>", MAJORS_HELP)
    .requiredOption("--out <file>", "CSV to write: one row a day from 2010-07-18, blank where missing")
    .action(async (paths) => (await import("./evaluate.js")).evaluateFiles(surroundings, paths));
  program
    .command("backtest")
    .description("write the record as report and JSON: of the stored days, or of files of daily history")
    .option("--btc <file>", BTC_HELP)
    .option("--fear-greed <file>", FEAR_GREED_HELP)
    .option("--dominance <file>", DOMINANCE_HELP)
    .option("--majors <file>", MAJORS_HELP)
    .option("--out <name>", "writes <name>.html and <name>.json", "peak-record")
    .action(async (options) => (await import("./backtest.js")).backtest(surroundings, options));
}

function addChainCommands(program: Command, surroundings: Surroundings, setCode: (code: number) => void): void {
  program
    .command("verify [target]")
    .description("check that no closed day or published row was changed: of a site, a database, or the configured one")
    .option("--since <file>", "a proof kept earlier: today's chain must extend it")
    .option("--row <file>", "history rows as JSON: each must be what the chain says of its date")
    .option("--save <file>", "keep today's proof, if everything holds")
    .addHelpText("before", "target: https://…, sqlite:FOLDER or postgres://…\n")
    .action(async (target, files) =>
      setCode((await (await import("./verify.js")).verify(surroundings, target, files)) ? DONE : FAILED),
    );
  program
    .command("revise")
    .description("add a correction of a published row to the public list; the row itself stays")
    .requiredOption("--day <date>", "the row's date, YYYY-MM-DD")
    .requiredOption("--price <usd>", "the Bitcoin price at 06:00 UTC as it should have been")
    .requiredOption("--reason <text>", "why, for the public: one line")
    .action(async (options) => (await import("./revise.js")).reviseRow(surroundings, options));
}

/** One line a fault, never a stack, for everything that has a name; a bug keeps its stack and goes on up. */
function explain(error: unknown, surroundings: Surroundings): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : MISUSED;
  if (surroundings.stop.aborted) {
    surroundings.err("peak: stopped before the end; run it again to go on\n");
    return FAILED;
  }
  if (!(error instanceof ServiceError)) throw error;
  for (const line of error.message.split("\n")) surroundings.err(`peak: ${line}\n`);
  return error instanceof ConfigError || error instanceof StorageError ? MISUSED : FAILED;
}
