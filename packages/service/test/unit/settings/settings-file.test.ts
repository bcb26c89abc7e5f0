import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseSettings, readSettingsFile } from "../../../src/settings/settings-file.js";
import { SETTINGS_LINES } from "../../support/settings-lines.js";
import { tempFolder } from "../../support/temp-sqlite.js";

describe("a settings file has the same meaning as for systemd:", () => {
  test.each(SETTINGS_LINES)("%j", (text, value) => {
    expect(parseSettings(text)).toEqual({ variables: { NAME: value }, warnings: [] });
  });

  test("ignored lines are reported by number, without their text", () => {
    const text = "export SECRET=s3cret\ns3cret\n1ST=s3cret\nNAME=1\n# a \\\n\nOTHER=2\n";
    expect(parseSettings(text)).toEqual({
      variables: { NAME: "1", OTHER: "2" },
      warnings: [
        "line 1 does not begin with a name and is ignored",
        "line 2 is not NAME=value and is ignored",
        "line 3 does not begin with a name and is ignored",
        "line 5 is a comment that some versions of systemd continue: drop \\",
      ],
    });
  });
});

test("a settings file may begin with a byte order mark, as some editors write it", () => {
  const path = join(tempFolder(), "peak.env");
  writeFileSync(path, "\uFEFFINDEX_NAME=Größe\r\n");
  expect(readSettingsFile(path)).toEqual({ variables: { INDEX_NAME: "Größe" }, warnings: [] });
});

test.each([
  ["is not UTF-8 text", Buffer.from("NAME=\xff", "latin1")],
  ["is not a text file", Buffer.from("NAME=a\0b")],
  ["is larger than 1 MiB", Buffer.alloc(1024 ** 2 + 1, "#")],
])("a settings file that %s is rejected by name", (fault, bytes) => {
  const path = join(tempFolder(), "peak.env");
  writeFileSync(path, bytes);
  expect(() => readSettingsFile(path)).toThrow(`--settings ${path} ${fault}`);
});

test("an endless settings file is rejected", () => {
  expect(() => readSettingsFile("/dev/zero")).toThrow("--settings /dev/zero is larger than 1 MiB");
});

test("a settings file that is a folder is rejected by name", () => {
  expect(() => readSettingsFile("/tmp")).toThrow("--settings /tmp cannot be read: illegal operation on a directory");
});
