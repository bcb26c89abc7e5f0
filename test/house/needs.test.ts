import { describe, expect, test } from "vitest";
import { NEEDS, type Need, type PreparedMachine, prepare } from "../support/needs.js";

const isUnattended = (process.env["CI"] ?? "") !== "";

describe.each(NEEDS)("$name", ({ name, suites, debianPackage, find }) => {
  test(`is there, so that nothing of ${suites} is left out`, ({ skip }) => {
    const path = find();
    skip(path === undefined && !isUnattended, `${suites} is left out: apt-get install ${debianPackage}`);
    expect(path, `${name} is missing: continuous integration must not leave out ${suites}`).toBeDefined();
  });
});

const INSTALL = "env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install thing";
const UPDATE = "env DEBIAN_FRONTEND=noninteractive apt-get -qq -y update";

describe("preparing a machine for the tests", () => {
  test("does and says nothing when all is there", () => {
    expect(prepared({ present: true })).toEqual({ ran: [], said: [] });
  });

  test("installs what is missing, as the root that it is", () => {
    const { ran, said } = prepared({ root: [], succeeding: [INSTALL] });
    expect(ran).toEqual([INSTALL]);
    expect(said).toEqual(["installing for the tests: thing"]);
  });

  test("refreshes the package lists once when the package is not found", () => {
    const sudo = ["sudo -n", ""].join(" ");
    const { ran } = prepared({ root: ["sudo", "-n"], succeeding: [sudo + UPDATE] });
    expect(ran).toEqual([sudo + INSTALL, sudo + UPDATE, sudo + INSTALL]);
  });

  test("takes out the files of a package that is not to be installed", () => {
    const { ran, said } = prepared({ folder: "/tmp/files" });
    expect(ran).toEqual([expect.stringMatching(/^sh -c .*apt-get -qq download.* unpack \/tmp\/files thing$/)]);
    expect(said[0]).toBe("unpacking for the tests: thing");
  });

  test.each([
    ["it may not be changed", undefined],
    ["nothing can be installed", []],
  ])("names the suites that are left out when %s", (_why, root) => {
    const { said } = prepared({ root, succeeding: [] });
    expect(said.at(-1)).toBe("Thing is missing, test/things is left out. To run it: apt-get install thing");
  });
});

interface Trial {
  readonly present?: boolean;
  readonly root?: readonly string[] | undefined;
  readonly folder?: string;
  /** Commands that succeed; a successful installation makes the thing appear. */
  readonly succeeding?: readonly string[];
}

function prepared({ present = false, root, folder, succeeding = [] }: Trial) {
  const ran: string[] = [];
  const said: string[] = [];
  let isThere = present;
  const need: Need = {
    name: "Thing",
    debianPackage: "thing",
    suites: "test/things",
    ...(folder && { folder }),
    find: () => (isThere ? "/usr/bin/thing" : undefined),
  };
  const machine: PreparedMachine = {
    asRoot: () => root,
    run(command) {
      const line = command.join(" ");
      ran.push(line);
      const succeeded = succeeding.includes(line);
      isThere ||= succeeded && line.endsWith(INSTALL);
      return succeeded;
    },
    say: (line) => void said.push(line),
  };
  prepare([need], machine);
  return { ran, said };
}
