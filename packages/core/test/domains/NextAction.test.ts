import { assert, it } from "@effect/vitest"
import { type Domain, dueActions, nextActionOn, timeline } from "@namewright/core/domains"
import { Instant } from "@namewright/core/shared"
import { TldCatalog, type TldSpec } from "@namewright/core/tlds"
import { DateTime, Effect, Option, Schema } from "effect"
import { domainOf } from "./domainOf.ts"

const at = (text: string) => Schema.decodeSync(Instant.Instant)(text)

const specOf = Effect.fnUntraced(function*(tld: string) {
  const catalog = yield* TldCatalog
  return Option.getOrThrow(yield* catalog.find(tld))
})

const held = domainOf({
  registry_statuses: ["ok"],
  registered_on: at("2026-01-10"),
  expires_on: at("2027-01-10"),
  updated_on: at("2026-01-20")
})

const onDay = (domain: Domain, spec: TldSpec, day: string) =>
  dueActions(domain, spec, at(day), DateTime.add(at(day), { hours: 23, minutes: 59 }))

it.layer(TldCatalog.layer)("the time of a domain", (it) => {
  it.effect("tells its owner 30, 7 and 1 days before expiry", () =>
    Effect.gen(function*() {
      const spec = yield* specOf("com")
      const days = ["2026-12-11", "2027-01-03", "2027-01-09"]
      for (const day of days) assert.isTrue(onDay(held, spec, day).has("notify"), day)
      assert.isFalse(onDay(held, spec, "2026-12-12").has("notify"))
    }))

  it.effect("renews a .com domain from seven days before expiry, every day until its grace period ends", () =>
    Effect.gen(function*() {
      const spec = yield* specOf("com")
      assert.isFalse(onDay(held, spec, "2027-01-02").has("renew"))
      for (const day of ["2027-01-03", "2027-01-04", "2027-02-20"]) {
        assert.isTrue(onDay(held, spec, day).has("renew"), day)
      }
      assert.isFalse(onDay(held, spec, "2027-02-26").has("renew"))
    }))

  it.effect("deletes a domain that shall expire, and never renews it", () =>
    Effect.gen(function*() {
      const spec = yield* specOf("com")
      const expiring = domainOf({ ...held, renewal_mode: "expire" })
      const actions = timeline(expiring, spec)
      assert.isTrue(actions.some(({ action }) => action === "delete"))
      assert.isFalse(actions.some(({ action }) => action === "renew"))
      const first = actions.filter(({ action }) => action === "delete")[0]
      assert.isTrue(first !== undefined && Instant.hasPassed(first.on, at("2027-01-10")))
    }))

  it.effect("deletes a domain that its registry renewed and nobody paid for, when its grace period is over", () =>
    Effect.gen(function*() {
      const spec = yield* specOf("com")
      const owing = domainOf({ ...held, expires_on: at("2028-01-10"), unpaid_renewal_on: at("2027-01-10") })
      assert.isTrue(onDay(owing, spec, "2027-02-01").has("renew"))
      assert.isFalse(onDay(owing, spec, "2027-02-01").has("delete"))
      assert.isTrue(onDay(owing, spec, "2027-02-24").has("delete"))
    }))

  it.effect("asks nothing of a domain that is on its way here, or kept elsewhere", () =>
    Effect.gen(function*() {
      const spec = yield* specOf("com")
      assert.deepStrictEqual(timeline(domainOf({ ...held, roid: "" }), spec), [])
      assert.deepStrictEqual(timeline(domainOf({ ...held, read_only: true }), spec), [])
    }))

  it.effect.prop(
    "comes up again after every moment, and misses nothing in between",
    {
      tld: Schema.Literals(["com", "de", "uk", "nl", "eu", "pl"]),
      day: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 480 }))
    },
    ({ day, tld }) =>
      Effect.gen(function*() {
        const spec = yield* specOf(tld)
        const now = DateTime.add(at("2026-01-20"), { days: day })
        const next = nextActionOn(held, spec, now)
        if (next === null) return assert.isTrue(timeline(held, spec).every(({ on }) => Instant.hasPassed(on, now)))
        assert.isFalse(Instant.hasPassed(next, now))
        const between = timeline(held, spec).filter(({ on }) =>
          !Instant.hasPassed(on, now) && DateTime.isLessThan(on, next)
        )
        assert.deepStrictEqual(between, [])
      })
  )
})
