import { assert, it } from "@effect/vitest"
import {
  type Domain,
  dueExpiryMail,
  isDue,
  isNoticeDue,
  nextActionOn,
  type PolicyVerification,
  timeline
} from "@namewright/core/domains"
import { Instant, standardSettings } from "@namewright/core/shared"
import { TldCatalog } from "@namewright/core/tlds"
import { DateTime, Effect, Option, Schema } from "effect"
import { domainOf } from "./domainOf.ts"

const at = (text: string) => Schema.decodeSync(Instant.Instant)(text)

const specOf = Effect.fnUntraced(function*(tld: string) {
  const catalog = yield* TldCatalog
  return Option.getOrThrow(yield* catalog.find(tld))
})

const owned = domainOf({
  registry_statuses: ["ok"],
  registered_on: at("2026-01-10"),
  expires_on: at("2027-01-10"),
  updated_on: at("2026-01-20")
})

/** Domain with an unpaid renewal by its registry. */
const unpaid = domainOf({ ...owned, expires_on: at("2028-01-10"), unpaid_renewal_on: at("2027-01-10") })

/** First and last days of an action, relative to the expiry of `owned`. */
const daysOf = Effect.fnUntraced(function*(action: "renew" | "delete", domain: Domain, tld: string) {
  const spec = yield* specOf(tld)
  const day = (instant: Instant.Instant) =>
    Math.round((DateTime.toEpochMillis(instant) - DateTime.toEpochMillis(at("2027-01-10"))) / 86_400_000)
  return timeline(domain, spec).flatMap((span) => span.action === action ? [[day(span.from), day(span.to)]] : [])
})

it.layer(TldCatalog.layer)("the scheduled actions of a domain", (it) => {
  it.effect("notify the owner 30, 7 and 1 days before expiry", () =>
    Effect.gen(function*() {
      const spec = yield* specOf("com")
      const isTold = (day: string) =>
        isNoticeDue(owned, spec, at(day), DateTime.add(at(day), { hours: 23, minutes: 59 }))
      for (const day of ["2026-12-11", "2027-01-03", "2027-01-09"]) assert.isTrue(isTold(day), day)
      for (const day of ["2026-12-10", "2026-12-12", "2027-01-10"]) assert.isFalse(isTold(day), day)
    }))

  it("mail the registrant 30 and 7 days before expiry and 3 days after it, or on other days", () => {
    const dayOf = (from: string, to: string, days = standardSettings.expiry_mail_days, domain = owned) =>
      dueExpiryMail(domain, days, at(from), at(to))?.day
    assert.strictEqual(dayOf("2026-12-10", "2026-12-10T23:59:59Z"), undefined)
    assert.strictEqual(dayOf("2026-12-11", "2026-12-11"), 30)
    assert.strictEqual(dayOf("2026-12-11", "2027-01-09"), 7)
    assert.strictEqual(dayOf("2027-01-04", "2027-01-12T23:59:59Z"), undefined)
    assert.strictEqual(dayOf("2027-01-04", "2027-01-13"), -3)
    assert.strictEqual(dayOf("2026-01-01", "2027-03-01", []), undefined)
    assert.strictEqual(dayOf("2026-01-01", "2027-03-01", [0]), 0)
    // The registry has added a year that is not paid.
    assert.deepStrictEqual(dueExpiryMail(unpaid, [30, -3], at("2027-01-11"), at("2027-01-14")), {
      day: -3,
      expires_on: at("2027-01-10"),
      on: at("2027-01-13")
    })
    for (const members of [{ roid: "" }, { read_only: true }, { registry_statuses: ["pendingDelete" as const] }]) {
      assert.strictEqual(dayOf("2026-01-01", "2027-03-01", [30], domainOf({ ...owned, ...members })), undefined)
    }
  })

  it.effect.prop(
    "mail each step once, in whatever rounds a worker comes to the domain",
    {
      days: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: -30, maximum: 365 }))),
      pauses: Schema.NonEmptyArray(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 })))
    },
    ({ days, pauses }) =>
      Effect.gen(function*() {
        const spec = yield* specOf("com")
        const sent: Array<number> = []
        let now = at("2026-01-09")
        for (let round = 0; round < 200; round++) {
          const due = nextActionOn(owned, spec, now, days)
          if (due === null) break
          const later = DateTime.add(due, { minutes: pauses[round % pauses.length] ?? 0 })
          const mail = dueExpiryMail(owned, days, due, later)
          if (mail !== undefined) sent.push(mail.day)
          now = later
        }
        const distinct = [...new Set(days)].toSorted((a, b) => b - a)
        assert.deepStrictEqual(sent, distinct)
      })
  )

  it.effect("renew by command from the days that the TLD states until its grace period ends", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* daysOf("renew", owned, "com"), [[-7, 45]])
      assert.deepStrictEqual(yield* daysOf("renew", owned, "uk"), [[0, 30]])
    }))

  it.effect("renew a week ahead if the registry would delete the name at its expiry", () =>
    Effect.gen(function*() {
      for (const tld of ["pl", "no", "sk"]) assert.deepStrictEqual(yield* daysOf("renew", owned, tld), [[-7, 0]], tld)
    }))

  it.effect("do not renew at a registry without a renew command", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* daysOf("renew", owned, "de"), [])
      assert.strictEqual(
        Instant.format(nextActionOn(owned, yield* specOf("de"), at("2027-01-09T12:00:00Z")) ?? at("1970-01-01")),
        "2027-01-10T00:00:00Z"
      )
    }))

  it.effect("delete an expiring domain, and never renew it", () =>
    Effect.gen(function*() {
      const expiring = domainOf({ ...owned, renewal_mode: "expire" })
      for (const [tld, day] of [["com", 0], ["de", -1], ["uk", 0]] as const) {
        assert.deepStrictEqual(yield* daysOf("renew", expiring, tld), [], tld)
        assert.deepStrictEqual((yield* daysOf("delete", expiring, tld)).map(([first]) => first), [day], tld)
      }
    }))

  it.effect("delete an unpaid domain while its registry still credits the year, and not before", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* daysOf("renew", unpaid, "com")).map(([first]) => first), [0])
      assert.deepStrictEqual((yield* daysOf("delete", unpaid, "com")).map(([first]) => first), [44])
      const spec = yield* specOf("com")
      assert.isFalse(isDue("delete", unpaid, spec, at("2027-02-22")))
      assert.isTrue(isDue("delete", unpaid, spec, at("2027-02-23")))
    }))

  it.effect("give the owner a month to pay if the registry credits no year", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* daysOf("delete", unpaid, "de")).map(([first]) => first), [30])
      const shallExpire = domainOf({ ...unpaid, renewal_mode: "expire" })
      assert.deepStrictEqual((yield* daysOf("delete", shallExpire, "de")).map(([first]) => first), [0])
    }))

  it.effect("include a renewal whose day was missed", () =>
    Effect.gen(function*() {
      const spec = yield* specOf("com")
      assert.isFalse(isDue("renew", owned, spec, at("2027-01-02T23:59:59Z")))
      for (const moment of ["2027-01-03", "2027-01-05T07:30:00Z", "2027-01-12"]) {
        assert.isTrue(isDue("renew", owned, spec, at(moment)), moment)
      }
    }))

  it.effect("are none for a domain that is being acquired, or at an external registrar", () =>
    Effect.gen(function*() {
      const spec = yield* specOf("com")
      assert.deepStrictEqual(timeline(domainOf({ ...owned, roid: "" }), spec), [])
      assert.deepStrictEqual(timeline(domainOf({ ...owned, read_only: true }), spec), [])
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
        const next = nextActionOn(owned, spec, now)
        const open = timeline(owned, spec).filter(({ to }) => !Instant.hasPassed(to, now))
        assert.strictEqual(next === null, open.length === 0)
        if (next === null) return
        assert.isTrue(DateTime.isGreaterThan(next, now))
        for (const { from } of open) {
          const latest = Instant.hasPassed(from, now) ? DateTime.add(now, { days: 1 }) : from
          assert.isTrue(Instant.hasPassed(next, latest))
        }
      })
  )

  it.effect("examine a required verification daily, from its hold if the contacts were asked", () =>
    Effect.gen(function*() {
      const spec = yield* specOf("com")
      const open: PolicyVerification = {
        state: "triggered",
        triggered_on: at("2026-02-01"),
        changed_on: at("2026-02-02"),
        claims: [],
        contacts: [],
        suspends_on: null,
        holds: false,
        relocks: false
      }
      const from = (members: Partial<PolicyVerification> | null) =>
        timeline(domainOf({ ...owned, policy_verification: members === null ? null : { ...open, ...members } }), spec)
          .flatMap((span) => span.action === "verify" ? [Instant.format(span.from).slice(0, 10)] : [])
      const suspends_on = at("2026-02-16")
      assert.deepStrictEqual(from(null), [])
      assert.deepStrictEqual(from({}), ["2026-02-02"])
      assert.deepStrictEqual(from({ state: "required" }), [])
      assert.deepStrictEqual(from({ state: "required", suspends_on }), ["2026-02-16"])
      assert.deepStrictEqual(from({ state: "required", suspends_on, relocks: true }), ["2026-02-02"])
      assert.deepStrictEqual(from({ state: "verified", suspends_on, holds: true }), ["2026-02-02"])
      const required = domainOf({ ...owned, policy_verification: { ...open, state: "required", suspends_on } })
      assert.deepStrictEqual(nextActionOn(required, spec, at("2026-02-03")), suspends_on)
      assert.deepStrictEqual(nextActionOn(required, spec, suspends_on), at("2026-02-17"))
    }))
})
