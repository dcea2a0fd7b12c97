import { assert, layer } from "@effect/vitest"
import type { Domain } from "@namewright/core/domains"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { restore } from "../domainRequests.ts"
import { chargesOf, type Customer, customer, domainNow, openIntents, passDays, round } from "../DomainsPlatform.ts"
import { hourLater } from "../hourLater.ts"
import { type AcceptingPlatform, deleted, rule } from "./acceptingPlatform.ts"

/** Restores that a registry accepts and decides later. */
export const acceptedRestoreCases = ({ carriedOut, platform, unseen }: AcceptingPlatform, label: string) => {
  layer(platform)(`A restore ${label}`, (it) => {
    const restoring = Effect.fnUntraced(function*(label: string) {
      const owner = yield* customer()
      const domain = yield* deleted(owner, `unseen-restore-${label}.com`)
      yield* restore(owner, domain)
      yield* hourLater
      yield* assertPending(owner, domain)
      return { owner, domain }
    })

    const restoresOf = (owner: Customer) =>
      Effect.map(chargesOf(owner), (charges) => charges.filter((charge) => charge.startsWith("restore")))

    const assertPending = Effect.fnUntraced(function*(owner: Customer, domain: Domain) {
      assert.deepStrictEqual(yield* openIntents(domain), ["domain.restore accepted"])
      assert.deepStrictEqual(yield* restoresOf(owner), ["restore pending 75.00"])
    })

    it.effect("stays pending and paid for days, and is done when the registry shows it", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* restoring("shown")
        yield* passDays(5)
        yield* assertPending(owner, domain)
        yield* carriedOut(domain)
        assert.deepStrictEqual(yield* restoresOf(owner), ["restore succeeded 75.00"])
        assert.isNull((yield* domainNow(owner, domain)).canceled_on)
        assert.strictEqual(unseen.sentFor(domain.name), 1)
      }))

    it.effect("is refunded after the message that it is rejected", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* restoring("rejected")
        yield* unseen.announce(domain, false)
        yield* round
        yield* hourLater
        yield* hourLater
        assert.deepStrictEqual(yield* restoresOf(owner), ["restore failed 75.00"])
        assert.include((yield* domainNow(owner, domain)).registry_statuses, "redemptionPeriod")
      }))

    it.effect("is left to an operator after seven days, and refunded when the registry has purged the name", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* restoring("overdue")
        yield* passDays(9)
        yield* assertPending(owner, domain)
        yield* TestClock.adjust("40 days")
        yield* hourLater
        assert.deepStrictEqual(yield* restoresOf(owner), ["restore failed 75.00"])
      }))

    it.effect("is done when an operator has found out that it was carried out and the registry shows it", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* restoring("ruled")
        yield* passDays(9)
        yield* unseen.carryOut(domain.name)
        yield* TestClock.adjust("2 minutes")
        yield* rule(domain, "done")
        assert.deepStrictEqual(yield* restoresOf(owner), ["restore succeeded 75.00"])
      }))
  })
}
