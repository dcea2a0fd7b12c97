import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { expiryCover, expiryMember } from "../../src/domains/DomainExpiry.ts"

/** A quarter of a member, so that stretches end at its edges and within it, on both sides of its middle. */
const quarter = 2 ** 18
const quarters = Schema.Int.check(Schema.isBetween({ minimum: -30, maximum: 30 }))
const instants = Array.from({ length: 63 }, (_, at) => (at - 31) * quarter)

const holds = (stretches: ReadonlyArray<{ readonly from: number; readonly to: number }>, at: number): number =>
  stretches.filter(({ from, to }) => from <= at && at < to).length

describe("The members of an expiry", () => {
  it.prop("are a stretch together with what remains at its ends", [quarters, quarters], ([a, b]) => {
    for (const from of [undefined, a * quarter]) {
      for (const to of [undefined, b * quarter]) {
        const { first, last, less, more } = expiryCover({ from, to })
        for (const at of instants) {
          const counted = Number(first <= expiryMember(at) && expiryMember(at) <= last) + holds(more, at) -
            holds(less, at)
          const lies = (from === undefined || from <= at) && (to === undefined || at < to)
          assert.strictEqual(counted, Number(lies), JSON.stringify({ from, to, at }))
        }
        assert.isTrue([...more, ...less].every((part) => part.to - part.from <= 2 * quarter || first > last))
      }
    }
  })

  it("leave out the domains that do not expire", () => {
    assert.isBelow(expiryMember(null), expiryCover({ to: 0 }).first)
    assert.isBelow(expiryMember(null), expiryCover({ from: 0 }).first)
  })
})
