import { Effect } from "effect"
import { type PollMessage, RegistryIntentStore } from "../../registry/index.ts"
import { Instant } from "../../shared/index.ts"
import { StatusTags } from "../../tags/index.ts"
import { deletionIntentKind } from "../delete/DeletionIntent.ts"
import type { Domain } from "../Domain.ts"
import { DomainChanges, type DomainEvent } from "../DomainChanges.ts"
import { arranged, isBeingAcquired, withoutStatus, withStatus } from "../DomainState.ts"
import { handOverKind } from "../handover/HandOverIntent.ts"
import { makeGraceRefunds } from "../refund/GraceRefunds.ts"
import { isIncoming, messageRelation } from "../registry/MessageRelation.ts"
import { makeOutboundTransferEnd } from "../transfer/OutboundTransferEnd.ts"
import { makeRegistryVerifications } from "./RegistryVerifications.ts"

/** Effect of a registry's message on the domain with its name, in the caller's transaction. */
export const makeMessageEffects = Effect.gen(function*() {
  const changes = yield* DomainChanges
  const intents = yield* RegistryIntentStore
  const statusTags = yield* StatusTags
  const verifications = yield* makeRegistryVerifications
  const refunds = yield* makeGraceRefunds
  const endTransfer = yield* makeOutboundTransferEnd

  const transferRequested = Effect.fnUntraced(function*(domain: Domain) {
    yield* statusTags.set(domain.organization_id, "DOMAIN", domain.domain_id, "OUTBOUND_TRANSFER_PENDING")
    yield* changes.change(domain.domain_id, (current) => withStatus(current, "pendingTransfer"))
    yield* changes.record(domain, {
      type: "OUTBOUND_TRANSFER",
      subtype: "NOTIFICATION",
      message: `Another registrar asks for ${domain.name}`
    })
  })

  /** Records no event after the account's own refusal, whose intent has recorded it, or after a synchronisation. */
  const transferEnded = Effect.fnUntraced(function*(domain: Domain) {
    yield* changes.makeDue(domain.domain_id)
    if (!domain.registry_statuses.includes("pendingTransfer")) return
    yield* endTransfer(domain)
    yield* changes.change(domain.domain_id, (current) => withoutStatus(current, "pendingTransfer"))
  })

  /** True if the account itself has released or deleted the domain. The intent records it. */
  const isOrdered = ({ domain_id }: Domain, orderKind: string) =>
    Effect.map(intents.ofObject(domain_id), (open) => open.some(({ kind }) => kind === orderKind))

  const removed = Effect.fnUntraced(function*(domain: Domain, event: DomainEvent) {
    // The mails of the event read the domain.
    yield* changes.record(domain, event)
    yield* changes.drop(domain.domain_id)
  })

  const apply = Effect.fnUntraced(function*(domain: Domain, { payload, text }: PollMessage) {
    switch (payload._tag) {
      case "TransferChanged":
        if (isIncoming(domain, payload)) return
        if (payload.status === "pending") return yield* transferRequested(domain)
        if (payload.status !== "clientApproved" && payload.status !== "serverApproved") {
          return yield* transferEnded(domain)
        }
        // If the message does not name the requesting registrar, the registry is queried.
        if (payload.side === "unknown" || (yield* isOrdered(domain, handOverKind))) {
          return yield* changes.makeDue(domain.domain_id)
        }
        yield* refunds.transferredAway(domain, payload.acts_on ?? (yield* Instant.now))
        return yield* removed(domain, {
          type: "OUTBOUND_TRANSFER",
          subtype: "SUCCESS",
          message: `${domain.name} is transferred to another registrar`
        })
      case "Purged":
        if (yield* isOrdered(domain, deletionIntentKind)) return
        return yield* removed(domain, { type: "DELETION", subtype: "SUCCESS", message: `${domain.name} is deleted` })
      case "ChangedByRegistry":
        yield* changes.change(domain.domain_id, (current) => ({
          ...current,
          registry_statuses: payload.statuses.length === 0 ? current.registry_statuses : arranged(payload.statuses)
        }))
        yield* changes.makeDue(domain.domain_id)
        return yield* changes.record(domain, {
          type: "MODIFICATION",
          subtype: "NOTIFICATION",
          message: payload.reason
        })
      case "Renewed":
      case "PendingDecided":
        return yield* changes.makeDue(domain.domain_id)
      case "VerificationRequired":
        return yield* verifications.demanded(domain, payload)
      case "VerificationDecided":
        return yield* verifications.decided(domain, payload)
      default:
        return yield* changes.record(domain, { type: "MODIFICATION", subtype: "NOTIFICATION", message: text })
    }
  })

  /**
   * Applies a message to the domain with its name. A message about another object changes nothing; the domain is
   * synchronised soon, in case the message was misunderstood.
   */
  return Effect.fnUntraced(function*(domain: Domain, message: PollMessage) {
    const relation = messageRelation(domain, message)
    if (relation === "current") return yield* apply(domain, message)
    yield* Effect.logInfo(
      relation === "earlier"
        ? `The message ${message.message_id} is about an earlier ${domain.name} and changes nothing`
        : `The message ${message.message_id} does not identify ${domain.name}; its registry is queried`,
      message.payload._tag
    )
    if (!isBeingAcquired(domain)) yield* changes.makeDue(domain.domain_id)
  })
})
