import { assert, layer } from "@effect/vitest"
import { type Domain, DomainChanges } from "@namewright/core/domains"
import { RegistryIntentStore } from "@namewright/core/registry"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { update } from "../domainRequests.ts"
import {
  advance,
  advanceDue,
  anotherContact,
  type Customer,
  customer,
  domainNow,
  eventsOf,
  openIntents,
  passDays,
  register,
  round
} from "../DomainsPlatform.ts"
import { hourLater } from "../hourLater.ts"
import { type AcceptingPlatform, eventsSince, keysOf, replaceKeys } from "./acceptingPlatform.ts"

const adminOf = ({ contacts }: Domain) => contacts.find(({ contact_type }) => contact_type === "admin")?.contact_id

/** Updates that a registry accepts and decides later. */
export const acceptedUpdateCases = ({ carriedOut, platform, unseen }: AcceptingPlatform, label: string) => {
  layer(platform)(`An update ${label}`, (it) => {
    const updating = Effect.fnUntraced(function*(label: string) {
      const owner = yield* customer()
      const domain = yield* register(owner, `unseen-update-${label}.com`)
      const before = yield* eventsOf(owner, domain.domain_id)
      const admin = yield* anotherContact(owner)
      yield* update(owner, domain, { contacts: { admin }, renewal_mode: "expire" })
      yield* hourLater
      yield* assertPending(owner, domain)
      return { owner, domain, admin, before }
    })

    const assertPending = Effect.fnUntraced(function*(owner: Customer, domain: Domain) {
      assert.deepStrictEqual(yield* openIntents(domain), ["domain.update accepted"])
      assert.include((yield* domainNow(owner, domain)).registry_statuses, "pendingUpdate")
    })

    it.effect("of contacts is not done before the registry shows them, and keeps its status in a synchronisation", () =>
      Effect.gen(function*() {
        const { admin, before, domain, owner } = yield* updating("contacts")
        yield* unseen.enqueue(domain.registry, {
          _tag: "ChangedByRegistry",
          name: domain.name,
          statuses: [],
          reason: "Nothing"
        })
        yield* hourLater
        yield* advanceDue
        yield* assertPending(owner, domain)
        yield* carriedOut(domain)
        const changed = yield* domainNow(owner, domain)
        assert.strictEqual(adminOf(changed), admin)
        assert.notInclude(changed.registry_statuses, "pendingUpdate")
        assert.deepStrictEqual(yield* eventsSince(owner, domain, before), [
          "MODIFICATION/NOTIFICATION",
          "MODIFICATION/SUCCESS"
        ])
      }))

    it.effect("does not restore a value, when it is done, that was changed since", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* updating("changed-since")
        yield* update(owner, domain, { renewal_mode: "renew" })
        yield* carriedOut(domain)
        assert.deepStrictEqual(yield* openIntents(domain), [])
        assert.strictEqual((yield* domainNow(owner, domain)).renewal_mode, "renew")
      }))

    it.effect("is undone after the message that it is rejected", () =>
      Effect.gen(function*() {
        const { before, domain, owner } = yield* updating("rejected")
        yield* unseen.announce(domain, false)
        yield* round
        yield* hourLater
        yield* hourLater
        const kept = yield* domainNow(owner, domain)
        assert.deepStrictEqual([kept.contacts, kept.renewal_mode], [domain.contacts, domain.renewal_mode])
        assert.notInclude(kept.registry_statuses, "pendingUpdate")
        assert.deepStrictEqual(yield* eventsSince(owner, domain, before), ["MODIFICATION/FAILURE"])
      }))

    it.effect("is undone after seven days without a decision", () =>
      Effect.gen(function*() {
        const { before, domain, owner } = yield* updating("overdue")
        yield* passDays(6)
        yield* assertPending(owner, domain)
        yield* passDays(3)
        assert.strictEqual(adminOf(yield* domainNow(owner, domain)), adminOf(domain))
        assert.deepStrictEqual(yield* eventsSince(owner, domain, before), ["MODIFICATION/FAILURE"])
      }))

    it.effect("that is rejected, of two, does not restore values that the later one has changed", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* updating("twice")
        const [first] = yield* (yield* RegistryIntentStore).ofObject(domain.domain_id)
        assert.isDefined(first)
        const second = yield* anotherContact(owner)
        yield* update(owner, domain, { contacts: { admin: second } })
        yield* unseen.announce(domain, false, null)
        yield* round
        assert.deepStrictEqual(yield* openIntents(domain), ["domain.update accepted", "domain.update accepted"])
        yield* unseen.announce(domain, false, first.command_id)
        yield* round
        yield* carriedOut(domain)
        const changed = yield* domainNow(owner, domain)
        assert.deepStrictEqual(yield* openIntents(domain), [])
        assert.deepStrictEqual([adminOf(changed), changed.renewal_mode], [second, domain.renewal_mode])
      }))

    for (const isApproved of [true, false]) {
      it.effect(`of an auth code alone is ${isApproved ? "done" : "put back"} after the message of the registry`, () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* register(owner, `unseen-update-code-${isApproved ? "taken" : "left"}.com`)
          const before = yield* eventsOf(owner, domain.domain_id)
          yield* update(owner, domain, { auth_code: "Another-Code-1" })
          yield* unseen.show(domain.name, { auth_code: null })
          yield* passDays(3)
          yield* assertPending(owner, domain)
          yield* unseen.announce(domain, isApproved)
          yield* round
          yield* hourLater
          const { auth_code } = yield* domainNow(owner, domain)
          assert.strictEqual(auth_code, isApproved ? "Another-Code-1" : domain.auth_code)
          assert.deepStrictEqual(yield* eventsSince(owner, domain, before), [
            isApproved ? "MODIFICATION/SUCCESS" : "MODIFICATION/FAILURE"
          ])
        }))
    }

    it.effect("of DNSSEC data is done when the registry shows them, and refused after seven days", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const [taken, left] = [
          yield* register(owner, "unseen-update-keys-taken.com"),
          yield* register(owner, "unseen-update-keys-left.com")
        ]
        yield* Effect.forEach([taken, left], (domain) => replaceKeys(owner, domain, [7]))
        yield* passDays(5)
        yield* unseen.carryOut(taken.name)
        yield* TestClock.adjust("1 hour")
        // A synchronisation stores the entries before the intent is looked up.
        yield* DomainChanges.use(({ makeDue }) => makeDue(taken.domain_id))
        yield* advance(taken.name)
        assert.deepStrictEqual(yield* keysOf(owner, taken), [7])
        assert.deepStrictEqual(
          [yield* openIntents(taken), yield* openIntents(left)],
          [["domain.dnssec accepted"], ["domain.dnssec accepted"]]
        )
        yield* passDays(4)
        assert.deepStrictEqual([yield* keysOf(owner, taken), yield* keysOf(owner, left)], [[7], []])
        assert.deepStrictEqual([yield* openIntents(taken), yield* openIntents(left)], [[], []])
        assert.include(yield* eventsOf(owner, taken.domain_id), "MODIFICATION/SUCCESS")
        assert.include(yield* eventsOf(owner, left.domain_id), "MODIFICATION/FAILURE")
      }))
  })
}
