import { expect, test } from "vitest";
import { checkDatabase } from "../../../src/storage/check-chain.js";
import { openPostgres } from "../../../src/storage/open-postgres.js";
import { openStores } from "../../../src/storage/stores.js";
import { living } from "../../property/chain/histories.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";

const LIFE = [
  { what: "close", days: 40, isSigned: true },
  { what: "rotate" },
  { what: "revise", back: 2 },
  { what: "close", days: 3, isSigned: true },
] as const;

describePostgres("the chain of a PostgreSQL database", () => {
  const postgres = tempPostgres();

  async function lived(): Promise<URL> {
    const address = await postgres.prepared();
    const stores = openStores(await openPostgres(address));
    const installation = living(stores);
    for (const step of LIFE) await installation.take(step);
    await stores.close();
    return address;
  }

  test("is sound as it was lived, and the same as a SQLite file's in every count", async () => {
    const terms = { dates: new Set(["2010-08-01"]), signal: new AbortController().signal };
    const { findings, rows, proof } = await checkDatabase({ dataDir: "", databaseUrl: await lived() }, terms);
    expect(findings.map(({ kind, text }) => `${kind} ${text.replace(/ signed at .*/, "")}`)).toEqual([
      "ok 43 closed days up to 2010-08-29, 43 links",
      "ok 41 history rows up to 2010-08-30",
      "ok 1 revision",
      "ok 2 signing keys",
      "ok 3 statements, the newest",
    ]);
    expect([...rows.keys()]).toEqual(["2010-08-01"]);
    expect(proof?.head).toMatchObject({ position: 42, closed: "2010-08-29", date: "2010-08-30" });
  });
});
