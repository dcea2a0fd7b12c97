import { assert, describe, it } from "@effect/vitest"
import { ZoneSamples } from "@namewright/conformance"
import type { OwnershipFinding, Zone } from "@namewright/core/dns"
import { newOrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, Schema } from "effect"
import { displaced, nextOwnership, type OwnershipFacts } from "../../../src/dns/ownership/nextOwnership.ts"

const now = DateTime.makeUnsafe("2026-11-22T12:00:00Z")
const tomorrow = DateTime.add(now, { days: 1 })

/** A zone's state in short; `former` is unproven after it was held. */
const states = {
  held: { ownership: "held", proof: null, was_held: false },
  proven: { ownership: "proven", proof: "challenge", was_held: false },
  consented: { ownership: "proven", proof: "consent", was_held: false },
  former: { ownership: "unproven", proof: null, was_held: true },
  unproven: { ownership: "unproven", proof: null, was_held: false }
} as const satisfies Record<string, Partial<Zone>>
type State = keyof typeof states

const proven: OwnershipFinding = { _tag: "Proven", proof: "own_nameservers" }
const unproven: OwnershipFinding = { _tag: "Unproven", missing: [{ code: "challenge_missing", detail: "" }] }
const unknown: OwnershipFinding = { _tag: "Unknown", reason: "silence" }

/** Nobody holds the domain, nothing above the zone is served, and nothing was checked. */
const nothing: OwnershipFacts = {
  holder: "none",
  is_consented: false,
  inherited: null,
  finding: undefined,
  is_scheduled: false,
  now
}

/** State of a zone after a review, by its state before and by the facts that differ from `nothing`. */
const transitions: ReadonlyArray<readonly [before: State, given: Partial<OwnershipFacts>, after: State | "displaced"]> =
  [
    // The holder of the domain has its zones, whatever they were.
    ["unproven", { holder: "self" }, "held"],
    ["former", { holder: "self" }, "held"],
    ["proven", { holder: "self", finding: unproven }, "held"],
    ["consented", { holder: "self" }, "held"],
    ["held", { holder: "self" }, "held"],
    // Zones of others are displaced, unless the zone above consents.
    ["unproven", { holder: "another" }, "displaced"],
    ["held", { holder: "another" }, "displaced"],
    ["former", { holder: "another" }, "displaced"],
    ["proven", { holder: "another", finding: proven }, "displaced"],
    ["consented", { holder: "another" }, "displaced"],
    ["unproven", { holder: "another", is_consented: true }, "consented"],
    ["consented", { holder: "another", is_consented: true, finding: unproven }, "consented"],
    // Without a holder of the domain, a former holder's zone is still served, and proofs and consents count.
    ["held", {}, "former"],
    ["held", { finding: unknown }, "former"],
    ["former", {}, "former"],
    ["unproven", {}, "unproven"],
    ["unproven", { is_consented: true }, "consented"],
    ["consented", { is_consented: true }, "consented"],
    ["consented", {}, "unproven"],
    ["proven", {}, "proven"],
    ["unproven", { finding: proven }, "proven"],
    ["unproven", { finding: unproven }, "unproven"],
    ["unproven", { finding: unknown }, "unproven"],
    ["proven", { finding: unknown }, "proven"],
    // A proof of the organization above a zone is valid for the zone.
    ["unproven", { inherited: "own_nameservers" }, "proven"],
    ["former", { inherited: "challenge" }, "proven"],
    ["proven", { inherited: "challenge", finding: unproven }, "proven"],
    ["consented", { inherited: "challenge" }, "proven"],
    ["held", { holder: "self", inherited: "challenge" }, "held"],
    ["unproven", { holder: "another", inherited: "challenge" }, "displaced"]
  ]

const zoneIn = (state: State) => Effect.flatMap(newOrganizationId, (owner) => ZoneSamples.newZone(owner, states[state]))

const stateOf = ({ displaced_on, ownership, proof, was_held }: Omit<Zone, "is_served">): State | "displaced" => {
  if (displaced_on !== null) return "displaced"
  if (ownership === "unproven") return was_held ? "former" : "unproven"
  return ownership === "held" ? "held" : proof === "consent" ? "consented" : "proven"
}

describe("The ownership of a zone", () => {
  it.effect.each(transitions)(
    "is from %s, given %j: %s, and stays so",
    ([before, given, expected]) =>
      Effect.gen(function*() {
        const zone = yield* zoneIn(before)
        const facts = { ...nothing, ...given }
        const after = { ...zone, ...nextOwnership(zone, facts) }
        assert.strictEqual(stateOf(after), expected)
        assert.strictEqual(stateOf({ ...after, ...nextOwnership(after, { ...facts, finding: undefined }) }), expected)
      })
  )

  it.effect.each(["held", "proven", "consented", "former", "unproven"] as const)(
    "ends for a zone that was %s when another organization proves the name",
    (state) =>
      Effect.gen(function*() {
        const zone = yield* zoneIn(state)
        const after = { ...zone, ...displaced(zone, "served_for_another", now) }
        assert.strictEqual(stateOf(after), "displaced")
        assert.deepInclude(after, { was_held: false, check_due_on: null, failed_checks: 0 })
        assert.deepStrictEqual(after.missing.map(({ code }) => code), ["served_for_another"])
      })
  )

  it.effect("that follows from a consent is checked again 24 hours after a scheduled check, as any proof is", () =>
    Effect.gen(function*() {
      const leased = { check_due_on: DateTime.add(now, { hours: 6 }) }
      for (const [state, fact] of [["consented", { is_consented: true }], ["proven", { finding: proven }]] as const) {
        const zone = { ...yield* zoneIn(state), ...leased }
        const { check_due_on } = nextOwnership(zone, { ...nothing, ...fact, is_scheduled: true })
        assert.deepStrictEqual(check_due_on, tomorrow, state)
      }
    }))

  const Facts = Schema.Struct({
    before: Schema.Literals(["held", "proven", "consented", "former", "unproven"]),
    holder: Schema.Literals(["self", "another", "none"]),
    is_consented: Schema.Boolean,
    inherited: Schema.NullOr(Schema.Literals(["challenge", "own_nameservers"])),
    finding: Schema.Literals([0, 1, 2, 3]),
    is_scheduled: Schema.Boolean
  })

  it.effect.prop(
    "names the missing proof, is checked again if it can expire, and never outlasts the holder's right",
    [Facts],
    ([{ before, finding, ...facts }]) =>
      Effect.gen(function*() {
        const zone = yield* zoneIn(before)
        const findings = [undefined, proven, unproven, unknown]
        const after = nextOwnership(zone, { ...facts, finding: findings[finding], now })
        const { check_due_on, displaced_on, ownership, proof, was_held } = after
        if (facts.holder === "self") assert.strictEqual(ownership, "held")
        if (facts.holder === "another" && !facts.is_consented) assert.deepStrictEqual(displaced_on, now)
        if (ownership === "held") assert.strictEqual(facts.holder, "self")
        assert.strictEqual(proof !== null, ownership === "proven")
        if (displaced_on !== null) {
          assert.deepStrictEqual([ownership, was_held, check_due_on], ["unproven", false, null])
          assert.lengthOf(after.missing, 1)
        }
        if (ownership === "held") assert.isNull(check_due_on)
        if (ownership === "proven") {
          assert.strictEqual(check_due_on === null, facts.inherited !== null && !facts.is_consented)
        }
        if (was_held && before === "held" && ownership === "unproven") {
          assert.deepStrictEqual(check_due_on, facts.holder === "none" && finding > 0 ? tomorrow : now)
        }
      })
  )
})
