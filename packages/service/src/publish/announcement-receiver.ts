import type { AnnouncementMessage } from "../domain/announcement.js";

/** An address of the operator's choice that announcements are posted to. */
export interface AnnouncementReceiver {
  /** Identifies it in the database without revealing its address. */
  readonly id: string;
  /** Host and port, for log and metrics. */
  readonly host: string;
  /** Tries once, for 15 s at most. @throws the signal's reason and nothing else */
  post(message: Pick<AnnouncementMessage, "id" | "body">, signal: AbortSignal): Promise<PostResult>;
}

/** `gone`: the receiver wants no more. `fault` is our own wording; `retryAfterMs` is 0 unless the receiver asks for more. */
export type PostResult =
  | { readonly result: "accepted" }
  | { readonly result: "gone" }
  | { readonly result: "failed"; readonly fault: string; readonly retryAfterMs: number };
