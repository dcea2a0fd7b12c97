import {
  Deletions,
  type Domain,
  DomainUpdates,
  Renewals,
  RenewDomainRequest,
  RestoreDomainRequest
} from "@namewright/core/domains"
import { DomainName } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import { type Customer, domainNow, passDays, register, updateOf } from "./DomainsPlatform.ts"

/** Domain or name. */
type Reference = Pick<Domain, "domain_id"> | string

const referenceOf = (reference: Reference) =>
  typeof reference === "string" ? DomainName.make(reference) : reference.domain_id

/** Deletes a domain. */
export const remove = Effect.fnUntraced(function*(owner: Customer, reference: Reference) {
  const deletions = yield* Deletions
  yield* owner.act(deletions.remove(referenceOf(reference)))
})

/** Restores a domain; `members` are encoded members of the request. */
export const restore = Effect.fnUntraced(
  function*(owner: Customer, reference: Reference, members: Record<string, unknown> = {}) {
    const deletions = yield* Deletions
    const request = Schema.decodeUnknownSync(RestoreDomainRequest)(members)
    return yield* owner.act(deletions.restore(referenceOf(reference), request))
  }
)

/** Renews a domain, by default for one year; `members` are encoded members of the request. */
export const renew = Effect.fnUntraced(
  function*(owner: Customer, reference: Reference, members: Record<string, unknown> = {}) {
    const renewals = yield* Renewals
    const request = Schema.decodeUnknownSync(RenewDomainRequest)({ period: { unit: "y", value: 1 }, ...members })
    return yield* owner.act(renewals.renew(referenceOf(reference), request))
  }
)

/** Updates a domain; `members` are encoded members of the request. */
export const update = Effect.fnUntraced(
  function*(owner: Customer, reference: Reference, members: Record<string, unknown>) {
    const updates = yield* DomainUpdates
    return yield* owner.act(updates.update(referenceOf(reference), updateOf(members)))
  }
)

/** Registers a domain, and advances the clock past its add grace period. */
export const settled = Effect.fnUntraced(
  function*(owner: Customer, name: string, members: Record<string, unknown> = {}) {
    const domain = yield* register(owner, name, members)
    yield* passDays(6)
    return yield* domainNow(owner, domain)
  }
)
