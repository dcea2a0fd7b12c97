import { type Domain, DomainStore } from "@namewright/core/domains"
import { Instant, Transaction } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { anotherContact, type Customer, everyRole, register } from "./DomainsPlatform.ts"

/** Registers a domain whose contact is not verified, and has its TLD demand that. */
export const registerUnverified = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const contact = yield* anotherContact(owner, { email: "unknown@example.org" }, false)
  const domain = yield* register(owner, name, { contacts: everyRole(contact) })
  return { contact, domain }
})

/** Lets the time of the hold come for a domain whose contacts have to be verified. */
export const holdComes = Effect.fnUntraced(function*({ domain_id }: Pick<Domain, "domain_id">) {
  const now = yield* Instant.now
  const { atomically } = yield* Transaction
  const { change } = yield* DomainStore
  yield* atomically(change(domain_id, (domain) =>
    Effect.succeed({
      ...domain,
      next_action_on: now,
      policy_verification: domain.policy_verification === null
        ? null
        : { ...domain.policy_verification, triggered_on: DateTime.subtract(now, { days: 15 }), suspends_on: now }
    })))
})
