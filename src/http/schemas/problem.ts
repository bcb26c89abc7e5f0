import * as z from "zod";

/** The body of every failure: RFC 9457 with the further member `ok`. */
export const ProblemReply = z.object({
  ok: z.literal(false).describe("false; true in every success"),
  type: z.string().describe("address of the problem type; about:blank where the status says it all"),
  title: z.string().describe("the problem type in words"),
  status: z.int().describe("the HTTP status"),
  detail: z.string().describe("what went wrong, in a sentence"),
});

/** The body of 429. */
export const QuotaReply = ProblemReply.extend({
  "violated-policies": z.array(z.string()).describe("names of the exceeded policies"),
  retry_after_seconds: z.int().min(1).describe("as in Retry-After"),
});
