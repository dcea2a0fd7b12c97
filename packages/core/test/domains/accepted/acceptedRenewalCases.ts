import { assert, layer } from "@effect/vitest"
import type { Domain } from "@namewright/core/domains"
import { RegistryIntentStore, RegistrySimulator } from "@namewright/core/registry"
import { Effect } from "effect"
import { renew } from "../domainRequests.ts"
import {
  chargesOf,
  type Customer,
  customer,
  daysBetween,
  domainNow,
  openIntents,
  passDays,
  register,
  round
} from "../DomainsPlatform.ts"
import { hourLater } from "../hourLater.ts"
import { type AcceptingPlatform, newestCharge, rule } from "./acceptingPlatform.ts"

/** Renewals that a registry accepts and decides later. */
export const acceptedRenewalCases = ({ carriedOut, platform, unseen }: AcceptingPlatform, label: string) => {
  layer(platform)(`A renewal ${label}`, (it) => {
    const assertPending = Effect.fnUntraced(function*(owner: Customer, domain: Domain) {
      assert.deepStrictEqual(yield* openIntents(domain), ["domain.renew accepted"])
      assert.include((yield* domainNow(owner, domain)).registry_statuses, "pendingRenew")
      assert.strictEqual(yield* newestCharge(owner), "renew pending 9.90")
    })

    const renewing = Effect.fnUntraced(function*(label: string) {
      const owner = yield* customer()
      const domain = yield* register(owner, `unseen-renew-${label}.com`)
      yield* Effect.exit(renew(owner, domain))
      yield* hourLater
      yield* assertPending(owner, domain)
      return { owner, domain }
    })

    it.effect("stays pending and paid for days, and is done when the registry shows it", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* renewing("shown")
        yield* passDays(6)
        yield* assertPending(owner, domain)
        yield* carriedOut(domain)
        assert.strictEqual(yield* newestCharge(owner), "renew succeeded 9.90")
        const renewed = yield* domainNow(owner, domain)
        assert.approximately(daysBetween(domain.expires_on, renewed.expires_on), 365, 1)
        assert.strictEqual(unseen.sentFor(domain.name), 1)
      }))

    it.effect("is done after the message that it is approved, although it is not shown at once", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* renewing("approved")
        yield* unseen.announce(domain, true)
        yield* round
        yield* hourLater
        yield* assertPending(owner, domain)
        yield* carriedOut(domain)
        assert.strictEqual(yield* newestCharge(owner), "renew succeeded 9.90")
      }))

    for (const failures of [0, 1]) {
      it.effect(`is refunded after the message that it is rejected, when ${failures} queries fail`, () =>
        Effect.gen(function*() {
          const { domain, owner } = yield* renewing(`rejected-${failures}`)
          yield* unseen.announce(domain, false)
          yield* unseen.failLookUps(domain.name, failures)
          yield* round
          yield* hourLater
          yield* hourLater
          assert.deepStrictEqual(yield* openIntents(domain), [])
          assert.strictEqual(yield* newestCharge(owner), "renew failed 9.90")
          assert.notInclude((yield* domainNow(owner, domain)).registry_statuses, "pendingRenew")
        }))
    }

    it.effect("is unchanged if a message rejects another command", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* renewing("mistaken")
        yield* unseen.announce(domain, false, "another-command")
        yield* hourLater
        yield* assertPending(owner, domain)
        const [open] = yield* (yield* RegistryIntentStore).ofObject(domain.domain_id)
        assert.isDefined(open)
        assert.isNull(open.decision)
      }))

    it.effect("is left to an operator after seven days, with its money, and ends as the operator says", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* renewing("overdue")
        yield* passDays(9)
        yield* assertPending(owner, domain)
        yield* rule(domain, "undone")
        assert.strictEqual(yield* newestCharge(owner), "renew failed 9.90")
      }))

    it.effect("waits for the decision after the repeat of a lost command is refused because of a status", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* renewing("lost")
        assert.strictEqual(unseen.sentFor(domain.name), 2)
        yield* carriedOut(domain)
        assert.strictEqual(yield* newestCharge(owner), "renew succeeded 9.90")
      }))

    it.effect("is refunded when its domain is gone", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* renewing("gone")
        const { registry } = yield* RegistrySimulator
        const backend = registry(domain.registry)
        const command_id = (yield* (yield* RegistryIntentStore).ofObject(domain.domain_id))[0]?.command_id
        assert.isDefined(command_id)
        yield* backend.deleteDomain({ command_id, name: domain.name })
        yield* hourLater
        yield* hourLater
        assert.include(yield* chargesOf(owner), "renew failed 9.90")
      }))
  })
}
