import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ROOT } from "../../../../../test/house/tree.js";
import { ServiceError } from "../../../src/domain/errors.js";
import { checkDatabase } from "../../../src/storage/check-chain.js";

const QUIET = { signal: new AbortController().signal };

/** What `peak verify` finds in a SQLite file. */
export async function faultsOf(path: string): Promise<readonly string[]> {
  try {
    const { findings } = await checkDatabase({ dataDir: path, databaseUrl: undefined }, QUIET);
    return findings.filter(({ kind }) => kind === "fault").map(({ text }) => text);
  } catch (error) {
    if (error instanceof ServiceError) return [error.message];
    throw error;
  }
}

export interface Standalone {
  readonly code: number;
  readonly out: string;
}

/** One call of docs/verify.py. */
export interface Call {
  readonly args: readonly string[];
  /** Bodies by path, in place of a site. */
  readonly answers?: Readonly<Record<string, string>>;
  /** For an answer of a site; 30 by default. */
  readonly maxSeconds?: number;
}

/** Runs docs/verify.py once on each call, all in one process: starting Python takes longer than a check. */
export async function standalone(calls: readonly Call[]): Promise<readonly Standalone[]> {
  const running = promisify(execFile)("python3", ["-c", DRIVER], {
    cwd: `${ROOT}/docs`,
    encoding: "utf8",
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" },
    maxBuffer: 64 * 1024 * 1024,
  });
  running.child.stdin?.end(JSON.stringify(calls));
  return JSON.parse((await running).stdout) as readonly Standalone[];
}

const DRIVER = `
import contextlib, io, json, sys
sys.path.insert(0, ".")
import functools, verify
verify.is_signed = functools.lru_cache(None)(verify.is_signed) # the same statements stand in hundreds of copies
over_http = verify.get
verify.time.sleep = lambda seconds: None
results = []
for call in json.load(sys.stdin):
    answers = call.get("answers")
    def canned(site, path):
        return answers[path] if path.endswith("leaves") else json.loads(answers[path])
    verify.get = over_http if answers is None else canned
    verify.MAX_SECONDS = call.get("maxSeconds", 30)
    verify.faults.clear()
    sys.argv = ["verify.py"] + call["args"]
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try: code = verify.main()
        except SystemExit as end: code = end.code
    results.append({"code": code, "out": out.getvalue()})
print(json.dumps(results))
`;
