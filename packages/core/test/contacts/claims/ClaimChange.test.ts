import { assert, describe, it } from "@effect/vitest"
import {
  type Attestation,
  changedClaim,
  type ClaimChange,
  claimStatus,
  claimTransitions,
  type ContactClaim,
  evidenceOfProof,
  isVerified,
  methodsOfClaim,
  newContactId,
  unverified
} from "@namewright/core/contacts"
import { newOrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, Schema } from "effect"

const start = DateTime.makeUnsafe("2026-03-01T00:00:00Z")
const changes = ["required", "demanded", "attested", "reported", "accepted", "refused"] as const

const Step = Schema.Struct({
  change: Schema.Literals(changes),
  hours: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 72 })),
  valid: Schema.NullOr(Schema.Literals([0, 24, 1000])),
  reference: Schema.Literals(["a", "b"])
})

const evidence = (reference: string): Attestation => ({
  claim: "NAME",
  method: "AUTH",
  proof: "IDCARD",
  attestation_reference: reference,
  eid: { eid_scheme: "DE", level_of_assurance: "HIGH" }
})

const carriesEvidence: ReadonlySet<ClaimChange> = new Set(["attested", "reported"])

describe("A claim of a contact", () => {
  it.effect.prop(
    "has evidence unless it is unverified, and times only while it is verified",
    [Schema.Array(Step).check(Schema.isMaxLength(12))],
    ([steps]) =>
      Effect.gen(function*() {
        let claim: ContactClaim = unverified(yield* newOrganizationId, yield* newContactId, "NAME", start)
        let now = start
        let reported: string | null = null
        for (const { change, hours, reference, valid } of steps) {
          now = DateTime.add(now, { hours })
          const before = claim
          const expires_on = valid === null ? null : DateTime.add(now, { hours: valid })
          claim = changedClaim(before, change, {
            now,
            expires_on,
            ...(carriesEvidence.has(change) ? { evidence: evidence(reference) } : {})
          })
          assert.strictEqual(claim.state, claimTransitions[before.state][change])
          if (carriesEvidence.has(change)) reported = reference
          else if (claim.state === "UNVERIFIED") reported = null
          assert.strictEqual(claim.attestation_reference, reported)
          const isComplete = reported !== null
          assert.strictEqual(claim.method !== null && claim.proof !== null && claim.eid_scheme !== null, isComplete)
          assert.strictEqual(claim.verified_on !== null, claim.state === "VERIFIED")
          if (claim.state !== "VERIFIED") assert.isNull(claim.expires_on)
          if (change === "attested" || change === "accepted") {
            assert.deepStrictEqual([claim.verified_on, claim.expires_on], [now, expires_on])
          }
          const { state } = claimStatus(claim, now)
          assert.strictEqual(state === "VERIFIED", isVerified(claim, now))
          assert.strictEqual(
            state === "EXPIRED",
            claim.expires_on !== null && !DateTime.isGreaterThan(claim.expires_on, now)
          )
        }
      })
  )

  it.effect("expires at its end, and is verified again by an attestation", () =>
    Effect.gen(function*() {
      const created = unverified(yield* newOrganizationId, yield* newContactId, "NAME", start)
      const end = DateTime.add(start, { days: 30 })
      const verified = changedClaim(created, "attested", { now: start, expires_on: end, evidence: evidence("a") })
      assert.strictEqual(claimStatus(verified, DateTime.subtract(end, { seconds: 1 })).state, "VERIFIED")
      assert.strictEqual(claimStatus(verified, end).state, "EXPIRED")
      const again = changedClaim(verified, "attested", { now: end, expires_on: null, evidence: evidence("b") })
      assert.strictEqual(claimStatus(again, DateTime.add(end, { years: 10 })).state, "VERIFIED")
    }))

  it("stores an electronic identification with the method AUTH only", () => {
    const created: ContactClaim = {
      ...unverified("organization" as ContactClaim["organization_id"], "c" as ContactClaim["contact_id"], "NAME", start)
    }
    const { eid_scheme } = changedClaim(created, "attested", {
      now: start,
      expires_on: null,
      evidence: { ...evidence("a"), method: "VDIG" }
    })
    assert.isNull(eid_scheme)
  })

  it("can be established by some method with every proof, and supported by some proof with every method", () => {
    for (const [proof, { claims, methods }] of Object.entries(evidenceOfProof)) {
      const possible = Object.entries(methodsOfClaim).filter(([claim, own]) =>
        (claims === undefined || claims.some((entry) => entry === claim)) &&
        own.some((method) => methods.includes(method))
      )
      assert.isNotEmpty(possible, proof)
    }
    for (const [claim, methods] of Object.entries(methodsOfClaim)) {
      for (const method of methods) {
        const proofs = Object.values(evidenceOfProof).filter((evidenceOf) =>
          evidenceOf.methods.includes(method) && (evidenceOf.claims?.some((entry) => entry === claim) ?? true)
        )
        assert.isNotEmpty(proofs, `${claim} by ${method}`)
      }
    }
  })
})
