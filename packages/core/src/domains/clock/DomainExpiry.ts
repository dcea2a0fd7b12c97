import { Effect, Option } from "effect"
import { EventId, EventStore } from "../../events/index.ts"
import { Instant, TypeId } from "../../shared/index.ts"
import type { Domain } from "../Domain.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { isDeleted } from "../DomainState.ts"

/**
 * The expiry that has passed without a renewal that is recorded here: the stored one, or the one before a term that the
 * registry has added itself. Null for a domain that was deleted before.
 */
export const passedExpiry = (
  before: Domain,
  { expires_on, unpaid_renewal_on }: Pick<Domain, "expires_on" | "unpaid_renewal_on">,
  now: Instant.Instant
): Instant.Instant | null => {
  const expiry = unpaid_renewal_on ?? expires_on
  return isDeleted(before) || expiry === null || !Instant.hasPassed(expiry, now) ? null : expiry
}

/** Records each expiry of a domain once, after the look at its registry and in the same transaction. */
export const makeExpiryRecords = Effect.gen(function*() {
  const changes = yield* DomainChanges
  const events = yield* EventStore

  return Effect.fnUntraced(function*(before: Domain, after: Option.Option<Domain>) {
    if (Option.isNone(after)) return
    const expires_on = passedExpiry(before, after.value, yield* Instant.now)
    if (expires_on === null) return
    const { domain_id, name } = before
    const event_id = yield* TypeId.derived(
      domain_id,
      `expired ${Instant.format(expires_on)}`,
      "event",
      (text) => EventId.make(text)
    )
    if (yield* events.isRecorded(event_id)) return
    yield* changes.record(before, {
      event_id,
      kind: "domain.expired",
      is_listed: false,
      type: "RENEWAL",
      subtype: "NOTIFICATION",
      message: `${name} has expired`,
      details: { detail_type: "domain_renewal", expires_on }
    })
  })
})
