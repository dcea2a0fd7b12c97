import { Context, DateTime, Effect, Layer, Option, Redacted, Result } from "effect"
import { Hex } from "effect/encoding"
import { type AuthorizationError, authorize, SealedSecrets } from "../../access/index.ts"
import { mailAddressOf } from "../../mail/index.ts"
import { makeObjectLog } from "../../objectlog/index.ts"
import { refuseInHostTransaction } from "../../registry/index.ts"
import {
  type CurrentActor,
  Entropy,
  inputIssue,
  Instant,
  type InvalidInput,
  type OrganizationId,
  PlatformSettings,
  refuseInput,
  Transaction
} from "../../shared/index.ts"
import type { BrandingSender, NewBrandingSender, StoredSender } from "./BrandingSender.ts"
import { BrandingSenderStore } from "./BrandingSenderStore.ts"
import { foundRecords } from "./foundRecords.ts"
import { newSenderKey } from "./newSenderKey.ts"
import { recordsOf } from "./senderRecords.ts"
import { TxtRecords } from "./TxtRecords.ts"

/** Hours between checks, and after a check without answers. */
const pauses = { answered: 24, unanswered: 1 } as const

/** Lease of a due sender, in minutes. */
const leaseMinutes = 10

/** Senders that one round checks. */
const perRound = 20

/**
 * Address that the mails of the caller's brand are sent from. It is used once its domain has the records of DKIM, SPF and
 * DMARC, and as long as it has them.
 */
export class BrandingSenders extends Context.Service<BrandingSenders, {
  /** Null if the organization has no sender. */
  readonly read: Effect.Effect<BrandingSender | null, AuthorizationError, CurrentActor>
  /** Stores an address with a new key; an address that is stored already keeps its key and its state. */
  readonly save: (
    request: NewBrandingSender
  ) => Effect.Effect<BrandingSender, AuthorizationError | InvalidInput, CurrentActor>
  /** Looks the records up now. Null if the organization has no sender. */
  readonly check: Effect.Effect<BrandingSender | null, AuthorizationError, CurrentActor>
  readonly remove: Effect.Effect<void, AuthorizationError, CurrentActor>
  /** Checks due senders. True if there may be more. */
  readonly repeatDue: Effect.Effect<boolean>
}>()("@namewright/core/branding/BrandingSenders") {
  static readonly layer = Layer.effect(
    BrandingSenders,
    Effect.gen(function*() {
      const store = yield* BrandingSenderStore
      const records = yield* TxtRecords
      const sealed = yield* SealedSecrets
      const log = yield* makeObjectLog
      const transaction = yield* Transaction
      const entropy = yield* Entropy
      const { mail_spf_domain: spfDomain } = yield* PlatformSettings

      const shown = (sender: StoredSender): BrandingSender => {
        const { address, checked_on, status, verified_on } = sender
        return { address, status, records: recordsOf(sender, spfDomain ?? ""), checked_on, verified_on }
      }

      const logChange = (organization_id: OrganizationId, before: string | null, after: string | null) =>
        log.record({
          organization_id,
          object_type: "WHITELABEL_BRANDING",
          object_id: organization_id,
          action: "UPDATED",
          before: { sender: before },
          after: { sender: after }
        })

      const newSender = Effect.fnUntraced(function*(organization_id: OrganizationId, address: string) {
        const selector = `m${Hex.encode(yield* entropy.randomBytes(5))}`
        const { private_key, public_key } = yield* newSenderKey
        const sender: StoredSender = {
          organization_id,
          address,
          selector,
          private_key: yield* sealed.seal(Redacted.make(private_key), selector),
          public_key,
          status: "pending",
          found: [],
          checked_on: null,
          verified_on: null,
          due_on: DateTime.add(yield* Instant.now, { hours: pauses.answered }),
          version: 1
        }
        return sender
      })

      const save: BrandingSenders["Service"]["save"] = Effect.fn("BrandingSenders.save")(function*(request) {
        const { organization_id } = yield* authorize("whitelabel_branding:manage")
        const address = mailAddressOf(request.address)
        yield* refuseInput(
          spfDomain === undefined
            ? [
              inputIssue(
                ["body", "address"],
                "value_error",
                "This installation sends no mails from other addresses",
                address
              )
            ]
            : []
        )
        const before = Option.getOrUndefined(yield* store.find(organization_id))
        if (before?.address === address) return shown(before)
        const sender = yield* newSender(organization_id, address)
        yield* transaction.atomically(Effect.gen(function*() {
          yield* store.put(sender)
          yield* logChange(organization_id, before?.address ?? null, address)
        }))
        return shown(sender)
      })

      /** The sender after a look at its records. Without answers its state stays the same. */
      const checked = Effect.fnUntraced(function*(sender: StoredSender) {
        const result = spfDomain === undefined
          ? Result.succeed([])
          : yield* Effect.result(foundRecords(records, sender, spfDomain))
        const now = yield* Instant.now
        if (Result.isFailure(result)) {
          return { ...sender, due_on: DateTime.add(now, { hours: pauses.unanswered }) }
        }
        return checkedSender(sender, result.success, now)
      })

      const examine = Effect.fnUntraced(function*(sender: StoredSender) {
        const after = yield* checked(sender)
        yield* store.settle(after)
        if (sender.status === "verified" && after.status === "failed") {
          yield* Effect.logWarning(`Mails of ${sender.organization_id} are no longer sent from ${sender.address}`)
        }
      })

      const own = (organization: OrganizationId) =>
        Effect.map(store.find(organization), (found) => Option.getOrNull(Option.map(found, shown)))

      const read = Effect.gen(function*() {
        const { organization_id } = yield* authorize("whitelabel_branding:view")
        return yield* own(organization_id)
      }).pipe(Effect.withSpan("BrandingSenders.read"))

      const check = Effect.gen(function*() {
        const { organization_id } = yield* authorize("whitelabel_branding:manage")
        yield* refuseInHostTransaction
        const found = yield* store.find(organization_id)
        if (Option.isSome(found)) yield* examine(found.value)
        return yield* own(organization_id)
      }).pipe(Effect.withSpan("BrandingSenders.check"))

      const remove = Effect.gen(function*() {
        const { organization_id } = yield* authorize("whitelabel_branding:manage")
        yield* transaction.atomically(Effect.gen(function*() {
          const found = yield* store.find(organization_id)
          if (Option.isNone(found)) return
          yield* store.remove(organization_id)
          yield* logChange(organization_id, found.value.address, null)
        }))
      }).pipe(Effect.withSpan("BrandingSenders.remove"))

      const repeatDue = Effect.gen(function*() {
        const now = yield* Instant.now
        const due = yield* store.leaseDue(perRound, now, DateTime.add(now, { minutes: leaseMinutes }))
        yield* Effect.forEach(due, examine, { discard: true })
        return due.length === perRound
      })

      return BrandingSenders.of({ read, save, check, remove, repeatDue })
    })
  )
}

/** State of a sender after a check that got answers. */
export const checkedSender = (
  sender: StoredSender,
  found: StoredSender["found"],
  now: Instant.Instant
): StoredSender => {
  const isComplete = found.length === 3
  return {
    ...sender,
    found,
    status: isComplete ? "verified" : sender.verified_on === null ? "pending" : "failed",
    checked_on: now,
    verified_on: sender.verified_on ?? (isComplete ? now : null),
    due_on: DateTime.add(now, { hours: pauses.answered })
  }
}
