/**
 * Reads a settings file by the rules of systemd's `EnvironmentFile=`, so that one file means the same to the service
 * and to every command.
 */

import { closeSync, openSync, readSync } from "node:fs";
import { ConfigError } from "../domain/errors.js";
import { systemReason } from "../platform/file-system.js";

/** The variables of a settings file. */
export interface SettingsFile {
  readonly variables: Readonly<Record<string, string>>;
  /** One sentence for each part of the file that systemd would ignore; without its text, which may be a secret. */
  readonly warnings: readonly string[];
}

/** @throws ConfigError with one line if the file cannot be read, is over 1 MiB, or is not UTF-8 text */
export function readSettingsFile(path: string): SettingsFile {
  try {
    // Skips a byte order mark.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readAtMost(path, MAX_BYTES));
    if (text.includes("\0")) throw new ConfigError([`--settings ${path} is not a text file`]);
    return parseSettings(text);
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    const fault = cause instanceof TypeError ? "is not UTF-8 text" : `cannot be read: ${systemReason(cause)}`;
    throw new ConfigError([`--settings ${path} ${fault}`], { cause });
  }
}

/**
 * The maximum size of a settings file in bytes; all settings with their longest values take less than a tenth of it.
 */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads a file of any kind, including a pipe, up to a limit.
 *
 * @throws ConfigError if it has more bytes
 */
function readAtMost(path: string, maxBytes: number): Uint8Array {
  const file = openSync(path, "r");
  try {
    const bytes = new Uint8Array(maxBytes + 1);
    for (let length = 0; ; ) {
      const bytesRead = readSync(file, bytes, length, bytes.length - length, null);
      length += bytesRead;
      if (length > maxBytes) throw new ConfigError([`--settings ${path} is larger than 1 MiB`]);
      if (bytesRead === 0) return bytes.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

/**
 * A value ends with its line. Quotes at its beginning group, even across lines; a backslash escapes the next character
 * or continues the line; `#` or `;` begins a comment only at the beginning of a line.
 */
export function parseSettings(text: string): SettingsFile {
  const variables: Record<string, string> = {};
  const warnings: string[] = [];
  for (const { index, groups = {} } of text.matchAll(ENTRY)) {
    const line = text.slice(0, index).split("\n").length;
    const { comment, quoted = "", bare } = groups;
    const name = groups["name"]?.trimEnd() ?? "";
    if (comment?.endsWith("\\"))
      warnings.push(`line ${line} is a comment that some versions of systemd continue: drop \\`);
    if (comment !== undefined) continue;
    if (bare === undefined) warnings.push(`line ${line} is not NAME=value and is ignored`);
    else if (!/^[A-Za-z_]\w*$/.test(name)) warnings.push(`line ${line} does not begin with a name and is ignored`);
    else variables[name] = unquoted(quoted) + unescaped(bare);
  }
  return { variables, warnings };
}

/** A comment, or a name with the two parts of its value. */
const ENTRY = new RegExp(
  String.raw`(?<comment>[#;][^\n\r]*)` +
    String.raw`|(?<name>[^ \t\n\r][^=\n\r]*)(?:=` +
    String.raw`(?<quoted>(?:[ \t]*(?:'[^']*(?:'|$)|"(?:[^"\\]|\\.)*(?:"|$)))*)[ \t]*` +
    String.raw`(?<bare>(?:[^\\\n\r]|\\(?:.|$))*))?`,
  "gs",
);

/** The quoted part of a value: the texts between quotes are joined. */
function unquoted(text: string): string {
  return text.replace(/[ \t]*(?:'([^']*)'?|"((?:[^"\\]|\\.)*)"?)/gs, (_, single?: string, double = "") => {
    return single ?? double.replace(/\\(?:(["\\`$])|\n)/g, "$1");
  });
}

/** The rest of a value. Trailing whitespace counts only after a backslash. */
function unescaped(text: string): string {
  const [, trimmed = ""] = /^((?:[^\\]|\\(?:.|$))*?)[ \t]*$/s.exec(text) ?? [];
  return trimmed.replace(/\\(.|$)/gs, (_, next: string) => (/[\n\r]/.test(next) ? "" : next));
}
