/** The Python that runs `docs/verify.py`. */
import { findPython } from "../../../service/test/support/find-programs.js";

/**
 * @param ci the value of the variable `CI`
 * @returns `undefined` on a machine without Python's `cryptography`, where the tests use only the other verifier
 * @throws Error in CI, where nothing may be skipped
 */
export function verifierPython(find = findPython, ci = process.env["CI"]): string | undefined {
  const python = find("cryptography");
  if (python === undefined && (ci ?? "") !== "")
    throw new Error("there is no Python with cryptography to compare with");
  return python;
}
