/** `peak webhook`: tries a receiver of announcements, and lists what each has got. */
import { formatInstant } from "peak-cycle-model";
import { ConfigError, StorageError } from "../domain/errors.js";
import { testMessage } from "../http/endpoints/feeds.js";
import { webhookAddress, webhookSecret } from "../platform/setting-types.js";
import { systemClock } from "../platform/system.js";
import { USER_AGENT } from "../platform/version.js";
import { resolveByDns } from "../publish/public-network.js";
import { announcementReceiver, receiverId } from "../publish/receiver.js";
import { faultless, parseConfig } from "../settings.js";
import type { DeliveryStore } from "../storage/delivery-store.js";
import { readStores } from "../storage/stores.js";
import type { ProcessContext } from "./process-context.js";

/** Somebody who tries webhooks has the receiver on the same machine; the service itself has to be told. */
export const LOCAL_RECEIVERS = { WEBHOOK_NETWORKS: "127.0.0.0/8,::1" };

/**
 * `peak webhook test URL`: posts one signed event of the type `test`, as the service posts its own.
 *
 * @param secret `whsec_…`; by default that of the address in WEBHOOKS
 * @returns whether the receiver has accepted it
 * @throws ConfigError when there is no secret, one of the two is wrong, or the address is a private one of another machine
 */
export async function testWebhook(
  context: ProcessContext,
  address: string,
  secret: string | undefined,
): Promise<boolean> {
  const given = secret === undefined ? {} : { WEBHOOKS: `${address} ${secret}` };
  if (secret !== undefined) {
    faultless("ADDRESS", webhookAddress, address);
    faultless("--secret", webhookSecret, secret);
  }
  const { http, webhooks } = parseConfig({ ...LOCAL_RECEIVERS, ...context.env, ...given });
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

/**
 * `peak webhook list`: each receiver of WEBHOOKS, what waits for it, and what came of its last messages.
 *
 * @throws StorageError when there is no database to read
 */
export async function listWebhooks(context: ProcessContext): Promise<void> {
  const config = parseConfig({ ...LOCAL_RECEIVERS, ...context.env });
  const { receivers } = config.webhooks;
  if (receivers.length === 0) return context.out("WEBHOOKS names no receiver\n");
  const isThere = await readStores(config, async ({ deliveries }) => {
    for (const { url } of receivers) {
      const stored = await deliveries.last(receiverId(url), SHOWN);
      context.out(`${url.host}: ${stateOf(stored)}\n`);
      for (const message of stored?.messages ?? []) context.out(`  ${message.message}  ${cameOf(message)}\n`);
    }
    return true;
  });
  if (isThere === undefined) {
    throw new StorageError("there is no database yet: name that of the running service in DATA_DIR or DATABASE_URL");
  }
}

type LastDeliveries = Awaited<ReturnType<DeliveryStore["last"]>>;
type DeliveryShown = NonNullable<LastDeliveries>["messages"][number];

function cameOf({ attempts, outcome, endedAt, dueAt, at, fault }: DeliveryShown): string {
  const state = endedAt === null ? `waits until ${formatInstant(dueAt)}` : `${outcome} ${formatInstant(endedAt)}`;
  const failed = attempts > 0 ? `, failed ${attempts}` : "";
  return at === null || fault === null ? `${state}${failed}` : `${state}${failed}: ${fault} at ${formatInstant(at)}`;
}

function stateOf(stored: LastDeliveries): string {
  if (stored === undefined) return "not known yet, the service has not run with it";
  return stored.isDisabled ? "wants no more announcements" : `${stored.waiting} waiting`;
}
