import { DateTime, Duration } from "effect"
import type { PollMessage, RegistryDecision, RegistryIntent, TransferStatus } from "../../registry/index.ts"
import type { Instant } from "../../shared/index.ts"
import type { Domain } from "../Domain.ts"
import { isBeingAcquired } from "../DomainState.ts"
import { transferKind } from "./transferKind.ts"

/** Maximum assumed difference between the clocks of a registry and the platform. */
export const clockTolerance = Duration.minutes(10)

/**
 * Relation of a registry's message to the domain that has its name in the account. `current`: it reports on this
 * domain. `earlier`: it reports on a previous object with the name, or on an earlier period of this one in the account.
 * `unclear`: it would remove the domain from the account but identifies no object; the registry must be queried.
 */
export type MessageRelation = "current" | "earlier" | "unclear"

export const messageRelation = (domain: Domain, { object, payload, queued_on }: PollMessage): MessageRelation => {
  // It changes nothing by itself: the intent of the transfer queries the registry.
  if (payload._tag === "TransferChanged" && isIncoming(domain, payload)) return "current"
  // A domain that is still being acquired cannot leave the account.
  if (isBeingAcquired(domain) && (payload._tag === "Purged" || payload._tag === "TransferChanged")) return "earlier"
  const isFinal = payload._tag === "Purged" || isTransferAway(payload)
  const isSame = object.roid !== null && object.roid === domain.roid
  if (object.roid !== null && domain.roid !== "" && !isSame) return "earlier"
  if (isSame && payload._tag === "Purged") return "current"
  if (!isSame && isBefore(object.created_on, domain.registered_on)) return "earlier"
  const happened = earliest(object.happened_on, queued_on)
  if (happened === null) return isFinal ? "unclear" : "current"
  // Registries use whole seconds, and a name can be registered in the second of its purge.
  const comesBefore = isFinal && !isSame ? isNotAfter : isBefore
  return comesBefore(happened, inAccountSince(domain)) ? "earlier" : "current"
}

/** True for a transfer that this account requested. A domain of the account can only be transferred away. */
export const isIncoming = (domain: Domain, { side }: Pick<TransferChanged, "side">): boolean =>
  side === "gaining" || (side === "unknown" && isBeingAcquired(domain))

type TransferChanged = Extract<PollMessage["payload"], { readonly _tag: "TransferChanged" }>

/** True if a message may decide a command: it names the command, or was queued after the order. */
export const canDecide = ({ payload, queued_on }: PollMessage, { command_id, created_on }: RegistryIntent): boolean =>
  (payload._tag === "PendingDecided" && payload.command_id === command_id)
  || !isBefore(queued_on, DateTime.subtractDuration(created_on, clockTolerance))

/**
 * Decision on a command in a message. Undefined if the message names another command, if it names none and several are
 * possible, and if the transfer may have ended at the request of its registrant.
 */
export const decisionOf = (
  { payload }: PollMessage,
  { command_id, kind }: RegistryIntent,
  isOnly: boolean
): RegistryDecision | undefined => {
  if (payload._tag === "TransferChanged") return kind === transferKind ? transferDecisions[payload.status] : undefined
  if (payload._tag !== "PendingDecided") return undefined
  const isAddressed = payload.command_id === null ? isOnly : payload.command_id === command_id
  if (!isAddressed) return undefined
  return payload.accepted ? "approved" : "rejected"
}

const transferDecisions: { readonly [status in TransferStatus]?: RegistryDecision } = {
  clientApproved: "approved",
  serverApproved: "approved",
  clientRejected: "rejected",
  serverCancelled: "rejected"
}

const isTransferAway = (payload: PollMessage["payload"]): boolean =>
  payload._tag === "TransferChanged" && (payload.status === "clientApproved" || payload.status === "serverApproved")

/** Start of the domain's current period in the account, by the registry's clock; by the platform's while pending. */
const inAccountSince = (domain: Domain): Instant.Instant => {
  const { created_on, registered_on, transferred_on } = domain
  if (isBeingAcquired(domain) || registered_on === null) return DateTime.subtractDuration(created_on, clockTolerance)
  return transferred_on === null ? registered_on : DateTime.max(registered_on, transferred_on)
}

/** Earlier of two times: messages are queued after the fact, and some registries state a deadline as its time. */
const earliest = (first: Instant.Instant | null, second: Instant.Instant | null): Instant.Instant | null =>
  first === null || second === null ? first ?? second : DateTime.min(first, second)

/** False where either instant is unknown. */
const isBefore = (first: Instant.Instant | null, second: Instant.Instant | null): boolean =>
  first !== null && second !== null && DateTime.isLessThan(first, second)

const isNotAfter = (first: Instant.Instant, second: Instant.Instant): boolean =>
  DateTime.isLessThanOrEqualTo(first, second)
