import { assert, it } from "@effect/vitest"
import { type Domain, isDue, isNoticeDue, nextActionOn, timeline } from "@namewright/core/domains"
import { Instant } from "@namewright/core/shared"
import { TldCatalog } from "@namewright/core/tlds"
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

/** A domain whose registry went on by itself at its expiry. */
const owing = domainOf({ ...held, expires_on: at("2028-01-10"), unpaid_renewal_on: at("2027-01-10") })

/** The days, counted from the expiry of `held`, on which an action first and last comes up. */
const daysOf = Effect.fnUntraced(function*(action: "renew" | "delete", domain: Domain, tld: string) {
  const spec = yield* specOf(tld)
  const day = (instant: Instant.Instant) =>
    Math.round((DateTime.toEpochMillis(instant) - DateTime.toEpochMillis(at("2027-01-10"))) / 86_400_000)
  return timeline(domain, spec).flatMap((span) => span.action === action ? [[day(span.from), day(span.to)]] : [])
})

it.layer(TldCatalog.layer)("the time of a domain", (it) => {
  it.effect("tells its owner 30, 7 and 1 days before expiry", () =>
    Effect.gen(function*() {
      const spec = yield* specOf("com")
      const isTold = (day: string) =>
        isNoticeDue(held, spec, at(day), DateTime.add(at(day), { hours: 23, minutes: 59 }))
      for (const day of ["2026-12-11", "2027-01-03", "2027-01-09"]) assert.isTrue(isTold(day), day)
      for (const day of ["2026-12-10", "2026-12-12", "2027-01-10"]) assert.isFalse(isTold(day), day)
    }))

  it.effect("renews by command from the days that the TLD states, until its grace period ends", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* daysOf("renew", held, "com"), [[-7, 45]])
      assert.deepStrictEqual(yield* daysOf("renew", held, "uk"), [[0, 30]])
    }))

  it.effect("renews a week ahead where the registry would delete the name at its expiry", () =>
    Effect.gen(function*() {
      for (const tld of ["pl", "no", "sk"]) assert.deepStrictEqual(yield* daysOf("renew", held, tld), [[-7, 0]], tld)
    }))

  it.effect("leaves the renewal to a registry that knows no command for it", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* daysOf("renew", held, "de"), [])
      assert.strictEqual(
        Instant.format(nextActionOn(held, yield* specOf("de"), at("2027-01-09T12:00:00Z")) ?? at("1970-01-01")),
        "2027-01-10T00:00:00Z"
      )
    }))

  it.effect("deletes a domain that shall expire, and never renews it", () =>
    Effect.gen(function*() {
      const expiring = domainOf({ ...held, renewal_mode: "expire" })
      for (const [tld, day] of [["com", 0], ["de", -1], ["uk", 0]] as const) {
        assert.deepStrictEqual(yield* daysOf("renew", expiring, tld), [], tld)
        assert.deepStrictEqual((yield* daysOf("delete", expiring, tld)).map(([first]) => first), [day], tld)
      }
    }))

  it.effect("deletes a name that nobody paid for while its registry still takes the year back, and not before", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* daysOf("renew", owing, "com")).map(([first]) => first), [0])
      assert.deepStrictEqual((yield* daysOf("delete", owing, "com")).map(([first]) => first), [44])
      const spec = yield* specOf("com")
      assert.isFalse(isDue("delete", owing, spec, at("2027-02-22")))
      assert.isTrue(isDue("delete", owing, spec, at("2027-02-23")))
    }))

  it.effect("gives the owner a month to pay where the registry takes no year back", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* daysOf("delete", owing, "de")).map(([first]) => first), [30])
      const shallExpire = domainOf({ ...owing, renewal_mode: "expire" })
      assert.deepStrictEqual((yield* daysOf("delete", shallExpire, "de")).map(([first]) => first), [0])
    }))

  it.effect("still asks for a renewal whose day was missed", () =>
    Effect.gen(function*() {
      const spec = yield* specOf("com")
      assert.isFalse(isDue("renew", held, spec, at("2027-01-02T23:59:59Z")))
      for (const moment of ["2027-01-03", "2027-01-05T07:30:00Z", "2027-01-12"]) {
        assert.isTrue(isDue("renew", held, spec, at(moment)), moment)
      }
    }))

  it.effect("asks nothing of a domain that is on its way here, or kept elsewhere", () =>
    Effect.gen(function*() {
      const spec = yield* specOf("com")
      assert.deepStrictEqual(timeline(domainOf({ ...held, roid: "" }), spec), [])
      assert.deepStrictEqual(timeline(domainOf({ ...held, read_only: true }), spec), [])
    }))

  it.effect.prop(
    "comes up again within a day while something is left to do, and never at once",
    {
      tld: Schema.Literals(["com", "de", "uk", "nl", "eu", "pl"]),
      day: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 480 })),
      hour: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 23 }))
    },
    ({ day, hour, tld }) =>
      Effect.gen(function*() {
        const spec = yield* specOf(tld)
        const now = DateTime.add(at("2026-01-20"), { days: day, hours: hour })
        const next = nextActionOn(held, spec, now)
        const open = timeline(held, spec).filter(({ to }) => !Instant.hasPassed(to, now))
        assert.strictEqual(next === null, open.length === 0)
        if (next === null) return
        assert.isTrue(DateTime.isGreaterThan(next, now))
        for (const { from } of open) {
          const latest = Instant.hasPassed(from, now) ? DateTime.add(now, { days: 1 }) : from
          assert.isTrue(Instant.hasPassed(next, latest))
        }
      })
  )
})
