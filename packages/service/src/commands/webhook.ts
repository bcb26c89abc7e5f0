/** `peak webhook`: tries a receiver of announcements, and lists what each has got. */
import { formatInstant } from "peak-cycle-model";
import { ConfigError } from "../domain/errors.js";
import { testMessage } from "../http/endpoints/feeds.js";
import { systemClock } from "../platform/system.js";
import { USER_AGENT } from "../platform/version.js";
import { resolveByDns } from "../publish/public-network.js";
import { announcementReceiver, receiverId } from "../publish/receiver.js";
import { parseConfig } from "../settings.js";
import { readStores } from "../storage/stores.js";
import type { ProcessContext } from "./process-context.js";

/**
 * `peak webhook test URL`: posts one signed event of the type `test`, as the service posts its own.
 *
 * @param secret `whsec_…`; by default that of the address in WEBHOOKS
 * @returns whether the receiver has accepted it
 * @throws ConfigError when there is no secret, or when the service would refuse the address at its start
 */
export async function testWebhook(
  context: ProcessContext,
  address: string,
  secret: string | undefined,
): Promise<boolean> {
  const given = secret === undefined ? {} : { WEBHOOKS: `${address} ${secret}` };
  const { http, webhooks } = parseConfig({ ...context.env, ...given });
  const config = webhooks.receivers.find(({ url }) => URL.canParse(address) && url.href === new URL(address).href);
  if (config === undefined) {
    throw new ConfigError(["the address is not in WEBHOOKS: name its secret with --secret whsec_…"]);
  }
  const posting = { clock: systemClock, networks: webhooks.networks, userAgent: USER_AGENT, resolve: resolveByDns };
  const receiver = announcementReceiver(config, posting);
  const message = testMessage(http, systemClock.now());
  const posted = await receiver.post(message, context.stop);
  const said = { accepted: "accepted", gone: "wants no more announcements (status 410)", failed: "failed" }[
    posted.result
  ];
  context.out(
    `${receiver.host} ${said}${posted.result === "failed" ? `: ${posted.fault}` : ""}, message ${message.id}\n`,
  );
  return posted.result === "accepted";
}

/** Of each receiver the messages that are shown, the newest. */
const SHOWN = 10;

/** `peak webhook list`: each receiver of WEBHOOKS, what waits for it, and what came of its last messages. */
export async function listWebhooks(context: ProcessContext): Promise<void> {
  const config = parseConfig(context.env);
  const { receivers } = config.webhooks;
  if (receivers.length === 0) context.out("WEBHOOKS names no receiver\n");
  await readStores(config, async ({ deliveries }) => {
    for (const { url } of receivers) {
      const stored = await deliveries.last(receiverId(url), SHOWN);
      context.out(`${url.host}: ${stateOf(stored)}\n`);
      for (const { message, attempts, outcome, endedAt, dueAt } of stored?.messages ?? []) {
        const came = endedAt === null ? `waits until ${formatInstant(dueAt)}` : `${outcome} ${formatInstant(endedAt)}`;
        context.out(`  ${message}  ${came}${attempts > 0 ? `, failed ${attempts}` : ""}\n`);
      }
    }
  });
}

function stateOf(stored: { readonly isDisabled: boolean; readonly waiting: number } | undefined): string {
  if (stored === undefined) return "not known yet, the service has not run with it";
  return stored.isDisabled ? "wants no more announcements" : `${stored.waiting} waiting`;
}
