/** Checks everything that will be public before it is stored. */
import * as z from "zod";
import { NotPublishableError } from "../domain/errors.js";

/**
 * Creates the public form of a value and checks it against the contract.
 *
 * @param what names the value in the error
 * @throws NotPublishableError if it breaks the contract or a number is not finite; the value must not be stored
 */
export function publicForm<Form>(what: string, schema: z.ZodType<Form>, make: () => Form): Form {
  try {
    return schema.parse(make());
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error; // a bug
    throw new NotPublishableError(`${what} breaks the public contract: ${reason}`, { cause: error });
  }
}

/** @returns `undefined` if the error is not about the value */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof z.ZodError) return z.prettifyError(error).replaceAll(/\s+/g, " ");
  return error instanceof RangeError ? error.message : undefined;
}
