import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { Demand } from "../../../src/http/demand.js";
import { DrawingQueue, type Gallery, NotDrawnError, PICTURES_PER_CLIENT } from "../../../src/http/drawing-queue.js";

const settled = () => new Promise(setImmediate);

/** A queue whose drawings the test ends, each after the same time. */
function drawingTable(pictureMs = 100) {
  let now = 0;
  const drawn: string[] = [];
  let finish: ((png: Uint8Array) => void) | undefined;
  const drawPng = (svg: string) => {
    drawn.push(svg);
    return new Promise<Uint8Array>((resolve) => {
      finish = resolve;
    });
  };
  const queue = new DrawingQueue(drawPng, () => now);
  /** Requests a picture. @returns the outcome, and a function that disconnects */
  const ask = (name: string, client: string, gallery: Gallery = "site") => {
    const response = Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse;
    const demand = new Demand();
    demand.join(response, client);
    const outcome = { fault: undefined as NotDrawnError | undefined, isDrawn: false };
    const drawing = queue.draw(gallery, demand, () => name, 2);
    drawing.then(
      () => {
        outcome.isDrawn = true;
      },
      (error: NotDrawnError) => {
        outcome.fault = error;
      },
    );
    return { outcome, demand, leave: () => response.emit("close") };
  };
  /** Ends the current drawing, so that the next one begins. */
  const next = async () => {
    now += pictureMs;
    finish?.(new Uint8Array());
    await settled();
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { ask, next, pass, drawn };
}

test("the site's pictures are drawn before the sandbox's, one at a time", async () => {
  const { ask, next, drawn } = drawingTable();
  for (const [name, gallery] of [
    ["1", "sandbox"],
    ["2", "sandbox"],
    ["3", "site"],
  ] as const)
    ask(name, `192.0.2.${name}`, gallery);
  expect(drawn).toEqual(["1"]);
  for (let i = 0; i < 2; i++) await next();
  expect(drawn).toEqual(["1", "3", "2"]);
});

test("an address with much drawing time waits for a new one", async () => {
  const { ask, next, drawn } = drawingTable();
  for (const name of ["a1", "a2", "a3"]) ask(name, "192.0.2.1");
  await next();
  ask("b1", "192.0.2.2");
  ask("b2", "192.0.2.2");
  for (let i = 0; i < 4; i++) await next();
  expect(drawn).toEqual(["a1", "a2", "b1", "b2", "a3"]); // a2 began before b1 arrived; b2 and a3 are equal by then
});

test("an address may wait for only a few pictures, without affecting others", async () => {
  const { ask, next, drawn } = drawingTable();
  const asked = Array.from({ length: 120 }, (_, i) => ask(`a${i}`, "2001:db8:0:7::/64"));
  const other = ask("b", "2001:db8:0:8::/64");
  await next();
  expect(asked.filter(({ outcome }) => outcome.fault === undefined)).toHaveLength(PICTURES_PER_CLIENT);
  for (let i = 0; i < PICTURES_PER_CLIENT + 1; i++) await next();
  expect([drawn.length, other.outcome.isDrawn]).toEqual([PICTURES_PER_CLIENT + 1, true]);
});

test("an abandoned picture is not drawn and makes room for another", async () => {
  const { ask, next, drawn } = drawingTable();
  const asked = Array.from({ length: PICTURES_PER_CLIENT }, (_, i) => ask(`a${i}`, "192.0.2.1"));
  for (const { leave } of asked.slice(1)) leave();
  const again = ask("again", "192.0.2.1");
  for (let i = 0; i < 3; i++) await next();
  expect([drawn, again.outcome.isDrawn]).toEqual([["a0", "again"], true]);
  expect(asked[1]?.outcome.fault).toBeInstanceOf(NotDrawnError);
});

test("a picture with two waiting clients is still drawn when one has left", async () => {
  const { ask, next, drawn } = drawingTable();
  ask("first", "192.0.2.1");
  const { demand, leave } = ask("second", "192.0.2.2");
  demand.join(Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse, "192.0.2.3");
  leave();
  await next();
  expect(drawn).toEqual(["first", "second"]);
});

test("the sandbox draws ten seconds a minute per address, and says when to retry", async () => {
  const { ask, next, pass, drawn } = drawingTable(500);
  let refused = ask("a", "192.0.2.1", "sandbox");
  for (let i = 0; i < 100 && refused.outcome.fault === undefined; i++) {
    await next();
    refused = ask("a", "192.0.2.1", "sandbox");
    await settled();
  }
  expect([drawn.length >= 20, drawn.length < 30]).toEqual([true, true]);
  const [other, own] = [ask("other", "192.0.2.2", "sandbox"), ask("own", "192.0.2.1")];
  await next();
  await next();
  const seconds = refused.outcome.fault?.waitSeconds ?? 0;
  expect(seconds).toBeGreaterThan(0);
  expect([other.outcome.isDrawn, own.outcome.isDrawn]).toEqual([true, true]);
  pass(1000 * seconds + 3000); // until its own picture is forgotten, too
  const later = ask("later", "192.0.2.1", "sandbox");
  await next();
  expect(later.outcome).toEqual({ fault: undefined, isDrawn: true });
});

test("when the queue is full, the last in line is dropped for one with priority", async () => {
  const { ask, next } = drawingTable();
  const scenes = Array.from({ length: 65 }, (_, i) => ask(`s${i}`, `192.0.2.${i}`, "sandbox"));
  const refused = ask("one more", "192.0.2.200", "sandbox");
  const own = ask("own", "192.0.2.201");
  await next();
  await next();
  expect([refused.outcome.fault?.message, own.outcome.isDrawn]).toEqual(["too many pictures wait", true]);
  expect(scenes.filter(({ outcome }) => outcome.fault !== undefined)).toHaveLength(1);
});

test("a failed drawing is reported to its clients, and the next one is drawn", async () => {
  const drawn: string[] = [];
  const queue = new DrawingQueue(async (svg) => {
    drawn.push(svg);
    if (svg === "broken") throw new Error("no memory");
    return new Uint8Array();
  });
  const demand = () => {
    const made = new Demand();
    made.join(Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse, "192.0.2.1");
    return made;
  };
  const both = [queue.draw("site", demand(), () => "broken", 1), queue.draw("site", demand(), () => "sound", 1)];
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  expect(drawn).toEqual(["broken", "sound"]);
});
