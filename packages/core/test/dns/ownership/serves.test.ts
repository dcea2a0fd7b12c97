import { assert, describe, it } from "@effect/vitest"
import { ZoneSamples } from "@namewright/conformance"
import { type Precedence, precedenceOf, serves, type Trust, type Zone } from "@namewright/core/dns"
import { newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, Schema } from "effect"
import { servedOf } from "../../../src/dns/ownership/ServedZones.ts"

const epoch = DateTime.makeUnsafe(0)

const production: Trust = { environment: "production", is_trusted: false }
const trusted: Trust = { environment: "production", is_trusted: true }
const sandbox: Trust = { environment: "sandbox", is_trusted: false }

/** Precedence of a zone by its ownership: in production, there of a trusted organization, and in a sandbox. */
const precedences: ReadonlyArray<
  readonly [
    Pick<Zone, "displaced_on" | "ownership" | "was_held">,
    inProduction: Precedence,
    ofTrusted: Precedence,
    inSandbox: Precedence
  ]
> = [
  [{ ownership: "held", was_held: false, displaced_on: null }, "firm", "firm", "firm"],
  [{ ownership: "proven", was_held: false, displaced_on: null }, "firm", "firm", "firm"],
  [{ ownership: "proven", was_held: true, displaced_on: null }, "firm", "firm", "firm"],
  [{ ownership: "unproven", was_held: true, displaced_on: null }, "tolerated", "tolerated", "tolerated"],
  [{ ownership: "unproven", was_held: false, displaced_on: null }, "none", "tolerated", "tolerated"],
  [{ ownership: "unproven", was_held: false, displaced_on: epoch }, "none", "none", "none"]
]

/** Service of a zone by its precedence, by whether it is served now, and by the zone above it. */
const decisions: ReadonlyArray<
  readonly [precedence: Precedence, isServed: boolean, isBelowAnother: boolean, served: boolean]
> = [
  ["firm", false, false, true],
  ["firm", false, true, true],
  ["firm", true, true, true],
  ["tolerated", false, false, true],
  ["tolerated", false, true, false],
  ["tolerated", true, true, true],
  ["none", false, false, false],
  ["none", true, false, false],
  ["none", true, true, false]
]

const Drawn = Schema.Struct({
  ownership: Schema.Literals(["held", "proven", "unproven"]),
  was_held: Schema.Boolean,
  is_displaced: Schema.Boolean,
  is_served: Schema.Boolean,
  owner: Schema.Literals([0, 1, 2])
})

const environments = Schema.Literals(["production", "sandbox"])

describe("The precedence of a zone", () => {
  it.each(precedences)("is by %j %s, of a trusted organization %s, in a sandbox %s", (zone, ...expected) => {
    assert.deepStrictEqual([production, trusted, sandbox].map((trust) => precedenceOf(zone, trust)), expected)
  })

  it.each(decisions)(
    "%s, served: %s, below another: %s leads to %s",
    (precedence, isServed, isBelowAnother, expected) => {
      assert.strictEqual(serves(precedence, isServed, isBelowAnother), expected)
    }
  )
})

describe("Of the zones of one name", () => {
  it.effect.prop(
    "at most one is served, no other has a better right, and another decision changes nothing",
    [Schema.Array(Drawn), environments, Schema.NullOr(Schema.Literals([0, 1]))],
    ([drawn, environment, ownerAbove]) =>
      Effect.gen(function*() {
        const owners = [yield* newOrganizationId, yield* newOrganizationId, yield* newOrganizationId]
        const ownerOf = (index: number) => owners[index] ?? owners[0] as OrganizationId
        const isFirstServed = (index: number) =>
          drawn.findIndex(({ is_displaced, is_served }) => is_served && !is_displaced) === index
        const zones = yield* Effect.forEach(drawn, ({ is_displaced, owner, ownership, was_held }, index) =>
          ZoneSamples.newZone(ownerOf(owner), {
            ownership: is_displaced ? "unproven" : ownership,
            was_held,
            displaced_on: is_displaced ? epoch : null,
            is_served: isFirstServed(index)
          }))
        const above = ownerAbove === null
          ? undefined
          : yield* ZoneSamples.newZone(ownerOf(ownerAbove), { ownership: "proven" })
        const trustOf = () => ({ environment, is_trusted: false })
        const actsFor = (organization: OrganizationId, owner: OrganizationId) =>
          organization === owner
        const served = servedOf(zones, above, trustOf, actsFor)
        const precedence = (zone: Zone) =>
          precedenceOf(zone, trustOf())
        if (served === undefined) {
          assert.isFalse(zones.some((zone) => precedence(zone) === "firm"))
        } else {
          assert.notStrictEqual(precedence(served), "none")
          if (zones.some((zone) => precedence(zone) === "firm")) assert.strictEqual(precedence(served), "firm")
          const before = zones.find(({ is_served }) => is_served)
          if (before !== undefined && precedence(before) === precedence(served)) assert.strictEqual(served, before)
        }
        const after = zones.map((zone) => ({ ...zone, is_served: zone === served }))
        assert.strictEqual(servedOf(after, above, trustOf, actsFor)?.dns_zone_id, served?.dns_zone_id)
      })
  )
})
