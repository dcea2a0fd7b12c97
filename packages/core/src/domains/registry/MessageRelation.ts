import { DateTime, Duration } from "effect"
import type { PollMessage, RegistryDecision, RegistryIntent, TransferStatus } from "../../registry/index.ts"
import type { Instant } from "../../shared/index.ts"
import type { Domain } from "../Domain.ts"
import { isBeingAcquired } from "../DomainState.ts"
import { transferKind } from "./transferKind.ts"

/** Largest difference assumed between the clock of a registry and that of the platform. */
export const clockTolerance = Duration.minutes(10)

/**
 * Relation of a registry's message to the domain that has its name in the account. `current`: it reports on this domain.
 * `earlier`: it reports on an object that had the name before, or on an earlier time of this one in the account. `unclear`:
 * it would take the domain out of the account and identifies no object; the registry has to be queried.
 */
export type MessageRelation = "current" | "earlier" | "unclear"

export const messageRelation = (domain: Domain, { object, payload, queued_on }: PollMessage): MessageRelation => {
  // It changes nothing by itself: the order of the transfer is looked up.
  if (payload._tag === "TransferChanged" && isIncoming(domain, payload)) return "current"
  // A domain that is not in the account yet cannot leave it.
  if (isBeingAcquired(domain) && (payload._tag === "Purged" || payload._tag === "TransferChanged")) return "earlier"
  const isFinal = payload._tag === "Purged" || isTransferAway(payload)
  const isSame = object.roid !== null && object.roid === domain.roid
  if (object.roid !== null && domain.roid !== "" && !isSame) return "earlier"
  if (isSame && payload._tag === "Purged") return "current"
  if (!isSame && isBefore(object.created_on, domain.registered_on)) return "earlier"
  const happened = earliest(object.happened_on, queued_on)
  if (happened === null) return isFinal ? "unclear" : "current"
  // Registries write whole seconds, and a name can be registered in the second of its purge.
  const comesBefore = isFinal && !isSame ? isNotAfter : isBefore
  return comesBefore(happened, heldSince(domain)) ? "earlier" : "current"
}

/** True for a transfer that this account requested. A domain of the account can only be transferred away. */
export const isIncoming = (domain: Domain, { side }: Pick<TransferChanged, "side">): boolean =>
  side === "gaining" || (side === "unknown" && isBeingAcquired(domain))

type TransferChanged = Extract<PollMessage["payload"], { readonly _tag: "TransferChanged" }>

/** Whether a message can be the decision on a command: it names the command, or was queued after it was ordered. */
export const canDecide = ({ payload, queued_on }: PollMessage, { command_id, created_on }: RegistryIntent): boolean =>
  (payload._tag === "PendingDecided" && payload.command_id === command_id)
  || !isBefore(queued_on, DateTime.subtractDuration(created_on, clockTolerance))

/**
 * The decision on a command that a message contains. Undefined if it names another command, or none while it can be about
 * several, and if a transfer has ended in a way that its registrant may have requested.
 */
export const decisionOf = (
  { payload }: PollMessage,
  { command_id, kind }: RegistryIntent,
  isOnly: boolean
): RegistryDecision | undefined => {
  if (payload._tag === "TransferChanged") return kind === transferKind ? transferDecisions[payload.status] : undefined
  if (payload._tag !== "PendingDecided") return undefined
  const isMeant = payload.command_id === null ? isOnly : payload.command_id === command_id
  if (!isMeant) return undefined
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

/** Start of the domain's present time in the account: by the registry's clock, or by the platform's while it is pending. */
const heldSince = (domain: Domain): Instant.Instant => {
  const { created_on, registered_on, transferred_on } = domain
  if (isBeingAcquired(domain) || registered_on === null) return DateTime.subtractDuration(created_on, clockTolerance)
  return transferred_on === null ? registered_on : DateTime.max(registered_on, transferred_on)
}

/** Messages are queued later than what they report, and some registries write a deadline where the time belongs. */
const earliest = (first: Instant.Instant | null, second: Instant.Instant | null): Instant.Instant | null =>
  first === null || second === null ? first ?? second : DateTime.min(first, second)

/** False where either instant is unknown. */
const isBefore = (first: Instant.Instant | null, second: Instant.Instant | null): boolean =>
  first !== null && second !== null && DateTime.isLessThan(first, second)

const isNotAfter = (first: Instant.Instant, second: Instant.Instant): boolean =>
  DateTime.isLessThanOrEqualTo(first, second)
