import { afterAll, beforeAll, describe } from "vitest";
import { findPrograms, type ManyInstances, startMany } from "../../support/many-instances.js";
import { changesBehindNginx } from "./changes.suite.js";
import { contractThroughNginx } from "./contract.suite.js";

const programs = findPrograms();

describe.skipIf(programs === undefined)("three instances behind nginx", () => {
  let many: ManyInstances | undefined;
  beforeAll(async () => {
    if (programs !== undefined) many = await startMany(programs);
  });
  afterAll(() => many?.end());
  const running = () => {
    if (many === undefined) throw new Error("they run in tests only");
    return many;
  };

  describe("keep the public contract: they", () => contractThroughNginx(running));
  describe("hide what changes behind them: clients", () => changesBehindNginx(running));
});
