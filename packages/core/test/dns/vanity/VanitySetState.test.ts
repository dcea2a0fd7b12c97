import { assert, describe, it } from "@effect/vitest"
import { type StoredVanitySet, VanitySetState, VanitySetStatus } from "@namewright/core/dns"
import { Instant } from "@namewright/core/shared"
import { DateTime, Schema } from "effect"
import { Draw } from "../Draw.ts"
import { start, vanitySetOf } from "./vanitySetOf.ts"

const { vanitySetTransitions, ...state } = VanitySetState
const statuses = VanitySetStatus.literals
const steps = Object.keys(vanitySetTransitions) as ReadonlyArray<VanitySetState.VanitySetStep>

/** Each step as it is carried out. */
const carriedOut: Readonly<
  Record<VanitySetState.VanitySetStep, (set: StoredVanitySet, now: Instant.Instant) => StoredVanitySet>
> = {
  activate: state.activated,
  giveUp: state.givenUp,
  retry: state.retried,
  renew: state.renewed,
  suspend: state.suspended,
  restore: state.restored,
  terminate: (set, now) => state.ending(set, "terminate", now),
  remove: (set, now) => state.ending(set, "remove", now)
}

const day = (instant: Instant.Instant | null) => instant === null ? null : Instant.format(instant).slice(0, 10)
const inDays = (days: number) => DateTime.add(start, { days })

describe("the states of a vanity nameserver set", () => {
  it("follow each other exactly as in the specification", () => {
    const table = statuses.map((from) => [from, steps.filter((step) => state.allows(from, step))])
    assert.deepStrictEqual(Object.fromEntries(table), {
      provisioning: ["activate", "giveUp"],
      active: ["renew", "suspend", "remove"],
      suspended: ["restore", "terminate", "remove"],
      failed: ["retry", "remove"],
      deleting: []
    })
    assert.deepStrictEqual(steps.map((step) => vanitySetTransitions[step].to), [
      "active",
      "failed",
      "provisioning",
      "active",
      "suspended",
      "active",
      "deleting",
      "deleting"
    ])
  })

  const seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 30 }))

  it.prop("have exactly their own members after any history", [seed], ([number]) => {
    const draw = new Draw(number)
    let set = vanitySetOf()
    let now: Instant.Instant = start
    for (let count = 0; count < 30; count++) {
      now = DateTime.add(now, { hours: draw.below(24 * 200) })
      const [step, ...others] = steps.filter((one) => state.allows(set.status, one))
      if (step === undefined) break
      const taken = draw.pick([step, ...others])
      set = carriedOut[taken](set, now)
      if (draw.chance(30)) set = state.withMode(set, draw.pick(["renew", "expire"]), now)
      assert.strictEqual(set.status, vanitySetTransitions[taken].to)
      assert.strictEqual(set.provisioning_ends_on !== null, set.status === "provisioning")
      assert.strictEqual(set.grace_period_ends_at !== null, set.status === "suspended")
      assert.strictEqual(set.renew_scheduled_at !== null, set.status === "active" && set.renewal_mode === "renew")
      assert.strictEqual(set.next_action_on !== null, set.status !== "failed")
      if (set.status === "active") assert.isNotNull(set.expires_on)
      if (set.status === "suspended" || set.status === "deleting") assert.isFalse(set.is_default)
    }
  })

  it("check the names every five minutes, and for the last time after 72 hours", () => {
    let set = vanitySetOf()
    assert.strictEqual(set.next_action_on, start)
    let looks = 0
    for (let now: Instant.Instant = start; !state.windowIsOver(set, now); looks++) {
      set = state.lookedAt(set, now)
      now = set.next_action_on ?? assert.fail("no other look")
    }
    assert.strictEqual(looks, 72 * 12)
    const late = state.lookedAt(set, DateTime.add(start, { hours: 71, minutes: 58 }))
    assert.deepStrictEqual(late.next_action_on, DateTime.add(start, { hours: 72 }))
  })

  it("restart the full period for a failed set", () => {
    const failed = state.givenUp(vanitySetOf(), inDays(3))
    assert.isNull(failed.next_action_on)
    const again = state.retried(failed, inDays(10))
    assert.deepStrictEqual([again.next_action_on, again.provisioning_ends_on], [inDays(10), inDays(13)])
  })

  it("begin the year when the names are in place, and renew from its end", () => {
    const active = state.activated(vanitySetOf(), start)
    assert.deepStrictEqual([day(active.expires_on), day(active.renew_scheduled_at)], ["2027-02-28", "2027-02-21"])
    const next = state.renewed(active, DateTime.makeUnsafe("2027-02-21T12:00:00Z"))
    assert.deepStrictEqual([day(next.expires_on), day(next.next_action_on)], ["2028-02-28", "2028-02-21"])
  })

  it("retry a renewal every day of the last week, and warn once of a requested expiry", () => {
    const days = (renewal_mode: "renew" | "expire") => {
      let set = state.withMode(state.activated(vanitySetOf(), start), renewal_mode, start)
      const found: Array<string | null> = []
      while (set.next_action_on !== null && !state.hasExpired(set, set.next_action_on)) {
        found.push(day(set.next_action_on))
        set = state.postponed(set, set.next_action_on)
      }
      return [...found, day(set.next_action_on)]
    }
    assert.deepStrictEqual(
      days("renew"),
      [21, 22, 23, 24, 25, 26, 27, 28].map((date) => `2027-02-${date}`)
    )
    assert.deepStrictEqual(days("expire"), ["2027-02-21", "2027-02-28"])
  })

  it("permit a restoration for 30 days after the end of the term, also after a late suspension, and continue from that end", () => {
    const active = state.activated(vanitySetOf({ is_default: true }), start)
    const set = state.suspended(active, DateTime.makeUnsafe("2027-03-05T00:00:00Z"))
    assert.deepStrictEqual(day(set.grace_period_ends_at), "2027-03-30")
    assert.isTrue(state.isInGrace(set, DateTime.makeUnsafe("2027-03-30T11:59:59Z")))
    assert.isFalse(state.isInGrace(set, DateTime.makeUnsafe("2027-03-30T12:00:00Z")))
    const active2 = state.restored(set, DateTime.makeUnsafe("2027-03-20T00:00:00Z"))
    assert.deepStrictEqual([active2.is_default, day(active2.expires_on)], [false, "2028-02-28"])
  })
})
