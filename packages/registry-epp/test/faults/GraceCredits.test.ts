import { assert, layer } from "@effect/vitest"
import { Deletions, type Domain, Renewals } from "@namewright/core/domains"
import { Period } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import {
  balanceOf,
  chargesOf,
  type Customer,
  customer,
  passDays,
  register
} from "../../../core/test/domains/DomainsPlatform.ts"
import { recovery } from "../../../core/test/domains/faultSuite.ts"
import { alerts } from "../../../core/test/domains/refundSuite.ts"
import { EppUri } from "../../src/message/EppUri.ts"
import { platformOnWire, profile, WireRegistry } from "./WirePlatform.ts"

/** Sessions that announce only some of the extensions. */
const without = (...uris: ReadonlyArray<string>) => {
  const extensions = profile.extensions.filter((uri) => !uris.includes(uri))
  const wanted = { objects: profile.objects, extensions, language: "en" }
  return Layer.provideMerge(
    platformOnWire(memoryDatabase(), { wanted }, { extensions }),
    Layer.fresh(WireRegistry.layer)
  )
}

const renew = Effect.fnUntraced(function*(owner: Customer, { domain_id }: Domain) {
  yield* owner.act((yield* Renewals).renew(domain_id, { period: Period.years(1) }))
})

const remove = Effect.fnUntraced(function*(owner: Customer, { domain_id }: Domain) {
  yield* owner.act((yield* Deletions).remove(domain_id))
})

const registries = [
  ["with grace periods and fees", without()],
  ["with grace periods", without(EppUri.fee)],
  ["with fees", without(EppUri.rgp)],
  ["with neither", without(EppUri.rgp, EppUri.fee)]
] as const

for (const [title, ends] of registries) {
  layer(ends)(`Deletions at a registry ${title}`, (it) => {
    it.effect("refund the registration and the renewal, as the registry does", () =>
      Effect.gen(function*() {
        const { balance } = yield* WireRegistry
        const [before, reported] = [yield* balance, yield* alerts]
        const owner = yield* customer()
        const domain = yield* register(owner, "both.wire")
        yield* renew(owner, domain)
        assert.strictEqual(yield* balance, before - 2000)
        yield* TestClock.adjust("3 days")
        yield* remove(owner, domain)
        assert.deepStrictEqual([yield* balance, yield* balanceOf(owner)], [before, 100_000])
        assert.strictEqual(yield* alerts, reported)
      }))

    it.effect("refund of several renewals those in their grace period, although the response is lost", () =>
      Effect.gen(function*() {
        const { balance, server } = yield* WireRegistry
        const owner = yield* customer()
        const reported = yield* alerts
        const domain = yield* register(owner, "several.wire")
        yield* passDays(6)
        yield* renew(owner, domain)
        yield* passDays(3)
        const before = yield* balance
        yield* renew(owner, domain)
        yield* passDays(3)
        server.faults.inject({ command: "DomainDelete", fault: { _tag: "Cut", when: "after" } })
        yield* remove(owner, domain)
        yield* recovery
        assert.strictEqual(yield* balance, before)
        assert.deepStrictEqual(yield* chargesOf(owner), [
          "create succeeded 24.90",
          "renew succeeded 29.90",
          "renew canceled 29.90"
        ])
        assert.strictEqual(yield* alerts, reported)
      }))
  })
}
