/** The command line: every command with its options, and the exit codes. */
import { Command, CommanderError } from "commander";
import { ConfigError, isNamedFailure, StorageError } from "../domain/errors.js";
import { readSettingsFile } from "../settings/settings-file.js";
import { VERSION } from "../version.js";
import type { ProcessContext } from "./process-context.js";

/**
 * Runs a `peak` command. This file declares all commands and options; each command is implemented in the file of its
 * name, which is loaded on demand.
 *
 * @param argv the arguments after `peak`
 * @returns the exit code
 */
export async function runProgram(argv: readonly string[], context: ProcessContext): Promise<number> {
  const program = new Command("peak")
    .description("A public Bitcoin cycle index: collects data, computes the score, and serves it over HTTP.")
    .version(VERSION)
    .addHelpText("after", `${EXIT_CODES}\nSettings come from the environment; docs/settings.md has the table.`)
    .option("--settings <file>", "read settings from a file, as systemd would; the environment takes precedence")
    .hook("preAction", (command) => takeSettings(command.opts(), context))
    .exitOverride()
    .configureOutput({ writeOut: context.out, writeErr: context.err });
  addServiceCommands(program, context);
  addStoredCommands(program, context);
  addAnnounceCommand(program, context);
  addKeyCommands(program.command("keys"), context);
  for (const each of program.commands) if (each.name() !== "verify") each.addHelpText("after", EXIT_CODES);
  try {
    await program.parseAsync(argv, { from: "user" });
    return context.exitCode;
  } catch (error) {
    return explain(error, context);
  }
}

const EXIT_CODES = "\nExit codes: 0 done, 1 failed, 2 wrong usage, setting, folder or address.";

const VERIFY_EXIT_CODES =
  "\nExit codes: 0 sound, 1 not sound, 2 wrong usage, setting, folder, file or address, " +
  "3 could not be checked: try again.";

function addServiceCommands(program: Command, context: ProcessContext): void {
  program
    .command("serve")
    .description("run the service: every job, the API and the pages")
    .action(async () => (await import("./serve.js")).serve(context));
  program
    .command("demo")
    .description("run the whole service on a simulated market, without network or settings; nothing is kept")
    .action(async () => (await import("./demo.js")).demo(context));
  program
    .command("evaluate")
    .description("evaluate the model over files of daily history: no database, no network")
    .requiredOption("--btc <file>", "CSV with date, price_usd and, if known, mvrv; Coin Metrics' own names also work")
    .option("--fear-greed <file>", "CSV with date and value, 0 to 100")
    .option("--dominance <file>", "CSV with date and btc_dominance_pct")
    .option("--majors <file>", "CSV with date, asset and price_usd; one row per coin and day")
    .requiredOption("--out <file>", "CSV to write: one row per day from 2010-07-18, blank where missing")
    .action(async (paths) => (await import("./evaluate.js")).evaluateFiles(context, paths));
  program
    .command("status")
    .description("show score, history, sources, backup and database of this installation on one screen")
    .action(async () => (await import("./status.js")).status(context));
  program
    .command("doctor")
    .description("check settings, database, clock and every source, in one table")
    .action(async () => (await import("./doctor.js")).doctor(context));
}

/** The command that a timer runs next to the service. */
function addAnnounceCommand(program: Command, context: ProcessContext): void {
  program
    .command("announce")
    .description("send what is new in the site's feed to the receiver in ANNOUNCE_URL, and a proof once a month")
    .requiredOption("--as <kind>", "the kind of receiver: ntfy, telegram, discord, slack or plain")
    .option("--url <address>", "the site, if it cannot be reached at BASE_URL from here")
    .action(async (options) => (await import("./announce.js")).announce(context, options));
}

/** Commands that copy, check or correct stored data. */
function addStoredCommands(program: Command, context: ProcessContext): void {
  program
    .command("backup <target>")
    .description("write the whole database to one verified file, or into a folder, even while the service runs")
    .option("--keep <n>", "keep only the newest n backups, i.e. files whose names differ only in digits")
    .option("--daily", "keep running, and make one each day after 06:20 UTC; for containers, which have no timer")
    .action(async (path, options) => (await import("./backup.js")).backUp(context, path, options));
  program
    .command("restore <file>")
    .description("replace the database of a stopped service with a verified backup; the old one is kept")
    .action(async (path) => (await import("./restore.js")).restore(context, path));
  program
    .command("export")
    .description("write the whole database to standard output as JSON lines, even while the service runs")
    .action(async () => (await import("./export.js")).exportAll(context));
  program
    .command("import [file]")
    .description("load the output of export from a file or standard input into an empty database")
    .action(async (path) => (await import("./export.js")).importAll(context, path));
  program
    .command("verify [target]")
    .description("check that no closed day or published row of a site or a database was changed")
    .option("--since <file>", "a proof of the site saved earlier: today's history must extend it")
    .option(
      "--accept-new-key",
      "accept a key that the previous one did not endorse, because the publisher has announced it",
    )
    .option("--save <file>", "save today's proof of the site, if everything is sound")
    .addHelpText("before", "target: https://…, sqlite:FOLDER or postgres://…; by default the configured database\n")
    .addHelpText("after", VERIFY_EXIT_CODES)
    .action(async (target, options) => (await import("./verify.js")).verify(context, target, options));
  program
    .command("revise")
    .description("add a correction of a published row to the public list; the row itself does not change")
    .requiredOption("--day <date>", "the row's date, YYYY-MM-DD")
    .requiredOption("--price <usd>", "the correct Bitcoin price at 06:00 UTC")
    .requiredOption("--reason <text>", "the public reason, in one line")
    .option("--yes", "publish without asking for confirmation")
    .action(async (options) => (await import("./revise.js")).reviseRow(context, options));
}

function addKeyCommands(keys: Command, context: ProcessContext): void {
  keys.description("add, list and revoke API Pro keys, even while the service runs");
  keys
    .command("add <name>")
    .description("create a key and print it once: only its hash is stored")
    .option("--per-minute <n>", "requests in any 60 seconds, 1 to 6000; by default 600")
    .option("--until <day>", "last UTC day on which the key is valid, YYYY-MM-DD; no limit by default")
    .action(async (name, options) => (await import("./keys.js")).addKey(context, name, options));
  keys
    .command("list")
    .description("list keys by the first six characters of their secrets: limit, days and name")
    .action(async () => (await import("./keys.js")).listKeys(context));
  keys
    .command("revoke <key>")
    .description("revoke a key, given its first six characters or its name")
    .action(async (key) => (await import("./keys.js")).revokeKey(context, key));
}

/**
 * Adds the settings of a file to the environment, and warns about ignored ones. Node, OpenSSL and the C library read
 * their variables only when a process starts, so if one of them is new, the process replaces itself.
 *
 * @throws ConfigError if the file cannot be read
 */
async function takeSettings({ settings }: { readonly settings?: string }, context: ProcessContext): Promise<void> {
  const { settingWarnings, startVariables, unknownSettings } = await import("../settings/settings.js");
  const file = settings === undefined ? { variables: {}, warnings: [] } : readSettingsFile(settings);
  const names = Object.keys(file.variables);
  const isNew = startVariables(names).some((name) => context.env[name] === undefined);
  Object.assign(context.env, { ...file.variables, ...context.env });
  if (isNew) throw new RestartedError(await context.restart(context.env));
  const inFile = [...file.warnings, ...unknownSettings(names)].map((warning) => `${settings}: ${warning}`);
  for (const warning of [...settingWarnings(context.env), ...inFile]) context.err(`peak: ${warning}\n`);
}

/** The command has run in another process. */
class RestartedError extends Error {
  readonly exitCode: number;
  constructor(exitCode: number) {
    super();
    this.exitCode = exitCode;
  }
}

/** Prints an expected failure as one line per fault, without a stack; a bug keeps its stack and is rethrown. */
function explain(error: unknown, context: ProcessContext): number {
  if (error instanceof RestartedError) return error.exitCode;
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (context.stop.aborted) {
    context.err("peak: stopped before it was finished; run it again to continue\n");
    return 1;
  }
  if (!isNamedFailure(error)) throw error;
  for (const line of error.message.split("\n")) context.err(`peak: ${line}\n`);
  return error instanceof ConfigError || error instanceof StorageError ? 2 : 1;
}
