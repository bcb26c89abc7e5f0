import { afterAll, beforeAll, describe } from "vitest";
import { publicContract } from "../../../../../test/net/contract/public-contract.js";
import { changesBehindNginx } from "./changes.suite.js";
import { findPrograms, type ManyInstances, startMany, whileShared } from "./many-instances.js";
import { balancedByNginx } from "./nginx.suite.js";

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

  describe("while their sources fail", () => {
    beforeAll(() => many?.market.faults.set("*", "500")); // answers stay as they are while the tests look
    afterAll(() => many?.market.faults.clear());

    describe("keep the public contract:", () =>
      publicContract(() => ({
        origin: running().origin,
        instances: running().instances.map(({ origin }) => origin),
        undisturbed: (attempt) => whileShared(running(), attempt),
      })));
    describe("share the work: they", () => balancedByNginx(running));
  });
  describe("hide what changes behind them: clients", () => changesBehindNginx(running));
});
