import type * as z from "zod";
import { errorMessage, NotPublishableError } from "../domain/errors.js";

/**
 * Makes the public form of a value and checks it against the contract.
 *
 * @param what names the value in the error
 * @throws NotPublishableError if it breaks the contract or a number is not finite; the value must not be stored
 */
export function publicForm<Form>(what: string, schema: z.ZodType<Form>, make: () => Form): Form {
  try {
    return schema.parse(make());
  } catch (error) {
    throw new NotPublishableError(`${what} breaks the public contract: ${errorMessage(error)}`, { cause: error });
  }
}
