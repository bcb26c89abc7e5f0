import { expect, test } from "vitest";
import { releaseAfterCrowd } from "../../../src/http/http-server.js";

test("memory is given back once after a crowd, and not while connections are still closed", () => {
  let released = 0;
  const crowd = releaseAfterCrowd(() => released++);
  const closeAndCheck = (connections: number) => {
    for (let i = 0; i < connections; i++) crowd.closed();
    crowd.check();
    return released;
  };
  expect([150, 150, 0, 0, 0].map(closeAndCheck)).toEqual([0, 0, 1, 1, 1]);
  expect([1000, 1, 0, 0].map(closeAndCheck)).toEqual([1, 1, 2, 2]);
});

test("a few closed connections are not worth a stop", () => {
  let released = 0;
  const crowd = releaseAfterCrowd(() => released++);
  for (let i = 0; i < 199; i++) crowd.closed();
  for (let i = 0; i < 5; i++) crowd.check();
  expect(released).toBe(0);
});
