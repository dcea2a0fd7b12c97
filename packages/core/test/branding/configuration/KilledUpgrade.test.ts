import { assert, layer } from "@effect/vitest"
import { newDomain } from "@namewright/conformance"
import { newRequestId, RequestIdentity } from "@namewright/core/access"
import { BillingTransactionStore } from "@namewright/core/billing"
import { CreateWhitelabel, UpgradeWhitelabel, Whitelabels, WhitelabelStore } from "@namewright/core/branding"
import { Zones } from "@namewright/core/dns"
import { DomainStore } from "@namewright/core/domains"
import { layerPlatform } from "@namewright/core/embed"
import { JobWorker } from "@namewright/core/jobs"
import { Timetable } from "@namewright/core/shared"
import { Duration, Effect, Exit, Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../../test/memoryDatabase.ts"
import { steppingTransactions } from "../../domains/CrashingPlatform.ts"
import { type Customer, customer } from "../../domains/DomainsPlatform.ts"
import { addresses, baseZone } from "./BrandingPlatform.ts"

let killedAt = 0
let steps = 0

/** Ends the request at a step, before or after a commit, as the end of its process would. */
const onStep = Effect.suspend(() => killedAt > 0 && ++steps === killedAt ? Effect.interrupt : Effect.void)

const platform = Layer.orDie(layerPlatform({
  storage: steppingTransactions(onStep).pipe(Layer.provideMerge(memoryDatabase())),
  signInPages: "https://names.example/realms/sandbox",
  whitelabel: { zone: baseZone, addresses }
}))

const work = Effect.gen(function*() {
  const timetable = yield* Timetable
  for (let minute = 0; minute < 5; minute++) {
    for (const { run } of yield* timetable.works) while (yield* run);
    yield* (yield* JobWorker).drain(Duration.minutes(1))
    yield* TestClock.adjust(Duration.minutes(1))
  }
})

/** An active configuration with a term of a month, for which an upgrade costs nothing. */
const activeMonth = Effect.fnUntraced(function*(label: string) {
  const owner = yield* customer(20_000, false)
  const request = Schema.decodeUnknownSync(CreateWhitelabel)({
    tier: "base",
    label,
    period: { unit: "m", value: 1 }
  })
  yield* owner.act(Whitelabels.use((whitelabels) => whitelabels.create(request)))
  yield* work
  return owner
})

const chargesOf = Effect.fnUntraced(function*({ organization_id }: Customer) {
  const store = yield* BillingTransactionStore
  const sort = { by: "created_on", order: "asc" } as const
  const { items } = yield* store.list({ payer_id: organization_id }, {}, sort, { page: 1, page_size: 100 })
  return items.map(({ action, status }) => `${action} ${status}`).filter((charge) => !charge.startsWith("wallet"))
})

layer(platform)("An upgrade without a fee", (it) => {
  it.effect("is made once by a request that is killed at any step and repeated", () =>
    Effect.gen(function*() {
      const operator = yield* customer()
      yield* Effect.orDie((yield* DomainStore).insert(yield* newDomain(operator.organization_id, baseZone)))
      yield* operator.act((yield* Zones).create({ name: baseZone }))
      const store = yield* WhitelabelStore
      let kills = 0
      for (let isKilled = true; isKilled;) {
        const hostname = `delegated-killed${kills}.com`
        const owner = yield* activeMonth(`killed-${"abcdefghij".charAt(kills)}`)
        const request = owner.act(Whitelabels.use((whitelabels) =>
          whitelabels.upgrade(
            Schema.decodeUnknownSync(UpgradeWhitelabel)({
              hostname,
              auth_subdomain: "login",
              create_zone: true
            })
          )
        ))
        const upgrade = Effect.provideService(request, RequestIdentity, Option.some(yield* newRequestId))
        steps = 0
        killedAt = kills + 1
        const first = yield* Effect.exit(upgrade)
        killedAt = 0
        isKilled = !Exit.isSuccess(first)
        if (isKilled) {
          kills += 1
        }
        const again = yield* upgrade
        assert.strictEqual(again.product_name, "whitelabel_branding_plus")
        yield* work
        const config = Option.getOrThrow(yield* store.find(owner.organization_id))
        assert.deepInclude({ ...config }, { tier: "plus", onboarding_status: "active" })
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded"])
        // Another request is refused as before.
        const other = yield* Effect.flip(request)
        assert.strictEqual(other._tag, "WhitelabelStateForbids")
      }
      // Before and after the commit of the upgrade, and of what it contains.
      assert.isAtLeast(kills, 2)
    }))
})
