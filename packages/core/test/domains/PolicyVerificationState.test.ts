import { assert, describe, it } from "@effect/vitest"
import { type ContactClaim, ContactId } from "@namewright/core/contacts"
import {
  examined,
  type HoldStep,
  holdStepOf,
  isHeldByPolicy,
  type MissingClaims,
  missingClaims,
  type PolicyVerification,
  requiredVerification,
  requirementsOf,
  withChangedContacts,
  withHold,
  withTrigger
} from "@namewright/core/domains"
import { ContactVerificationId } from "@namewright/core/emailverification"
import type { DomainStatus } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { TldCatalog, type TldSpec } from "@namewright/core/tlds"
import { DateTime, Effect, Option, Schema } from "effect"
import { domainOf } from "./domainOf.ts"

const at = Schema.decodeSync(Instant.Instant)

const triggered_on = at("2026-03-01")
const later = at("2026-03-05")
const suspends_on = at("2026-03-16")

const registrant = ContactId.make("contact_01h455vb4pex5vsknk084sn02q")
const other = ContactId.make("contact_01h455vb4pex5vsknk084sn02r")

const open: PolicyVerification = {
  state: "triggered",
  triggered_on,
  changed_on: triggered_on,
  claims: [],
  contacts: [],
  suspends_on: null,
  holds: false,
  relocks: false
}
const required: PolicyVerification = {
  ...open,
  state: "required",
  claims: ["EMAIL"],
  contacts: [registrant],
  suspends_on
}

const contactOf = (contact_id: ContactId) => ({
  contact_id,
  organization_id: domainOf({}).organization_id,
  first_name: "Ada",
  last_name: "Lovelace",
  org: null,
  title: null,
  email: "ada@example.org",
  phone: "+49.30123456",
  fax: null,
  street: "Invalidenstr. 1",
  city: "Berlin",
  state: null,
  postal_code: "10115",
  country: "DE",
  disclose: false,
  created_on: triggered_on,
  updated_on: triggered_on
})

const missingOf = (members: Partial<MissingClaims> = {}): MissingClaims => ({
  contact: contactOf(registrant) as MissingClaims["contact"],
  claims: ["EMAIL"],
  days: 15,
  ...members
})

const specOf = (tld: string) =>
  TldCatalog.use(({ find }) => Effect.map(find(tld), Option.getOrThrow)).pipe(
    Effect.provide(TldCatalog.layer)
  )

describe("requirements of policies", () => {
  it.effect("are the claims of policies that suspend, for their operations", () =>
    Effect.gen(function*() {
      const com = yield* specOf("com")
      assert.deepStrictEqual(requirementsOf(com), [
        { claim: "EMAIL", proofs: null, roles: ["registrant"], days: 15, validity: null }
      ])
      const de = requirementsOf(yield* specOf("de"))
      assert.deepStrictEqual(de.map(({ claim, days }) => [claim, days]), [
        ["NAME", null],
        ["ADDRESS", null],
        ["EMAIL", null]
      ])
      assert.deepStrictEqual(requirementsOf(yield* specOf("at")), [])
      const policies = com.verification_policies
      const changed = (members: object): TldSpec => ({
        ...com,
        verification_policies: policies === null || policies.email_verification === null
          ? null
          : { ...policies, email_verification: { ...policies.email_verification, ...members } }
      })
      assert.deepStrictEqual(requirementsOf(changed({ enabled: false })), [])
      assert.deepStrictEqual(requirementsOf(changed({ suspension_on_failure: false })), [])
      assert.deepStrictEqual(requirementsOf(changed({ suspension_delay: null })), [])
      const limited = changed({ trigger: ["domain_registration"] })
      assert.lengthOf(requirementsOf(limited, "domain_registration"), 1)
      assert.lengthOf(requirementsOf(limited, "domain_modification"), 0)
    }))

  it("are met by a verified address or by a verified claim with an accepted proof", () => {
    const domain = domainOf({ contacts: [{ contact_id: registrant, contact_type: "registrant" }] })
    const contacts = [contactOf(registrant) as MissingClaims["contact"]]
    const requirement = {
      claim: "EMAIL" as const,
      proofs: null,
      roles: ["registrant" as const],
      days: 15,
      validity: null
    }
    const claim: ContactClaim = {
      contact_id: registrant,
      organization_id: domain.organization_id,
      claim: "EMAIL",
      state: "VERIFIED",
      method: "AUTH",
      proof: "PASSPORT",
      attestation_reference: "1",
      eid_scheme: null,
      level_of_assurance: null,
      verified_on: triggered_on,
      expires_on: at("2026-03-10"),
      updated_on: triggered_on
    }
    const address = {
      contact_verification_id: ContactVerificationId.make("contact_verification_01h455vb4pex5vsknk084sn02q"),
      verified_on: triggered_on
    }
    const missing = (
      known: { readonly claims?: ReadonlyArray<ContactClaim>; readonly isVerified?: boolean },
      members: object = {},
      now = later
    ) =>
      missingClaims(domain, [{ ...requirement, ...members }], {
        contacts,
        claims: known.claims ?? [],
        addresses: new Map(known.isVerified === true ? [[registrant, address]] : [])
      }, now).flatMap((entry) => entry.claims)
    assert.deepStrictEqual(missing({}), ["EMAIL"])
    assert.deepStrictEqual(missing({}, { roles: ["admin"] }), [])
    assert.deepStrictEqual(missing({ claims: [claim] }), [])
    assert.deepStrictEqual(missing({ claims: [claim] }, {}, at("2026-03-10")), ["EMAIL"])
    assert.deepStrictEqual(missing({ claims: [{ ...claim, state: "IN_PROGRESS" }] }), ["EMAIL"])
    assert.deepStrictEqual(missing({ claims: [{ ...claim, contact_id: other }] }), ["EMAIL"])
    assert.deepStrictEqual(missing({ claims: [claim] }, { proofs: ["PASSPORT"] }), [])
    assert.deepStrictEqual(missing({ claims: [claim] }, { proofs: ["IDCARD"] }), ["EMAIL"])
    assert.deepStrictEqual(missing({ isVerified: true }), [])
    assert.deepStrictEqual(missing({ isVerified: true }, { claim: "NAME" }), ["NAME"])
    assert.deepStrictEqual(missing({ isVerified: true }, { proofs: ["IDCARD"] }), ["EMAIL"])
    assert.deepStrictEqual(missing({ isVerified: true }, { validity: "P5D" }), [])
    assert.deepStrictEqual(missing({ isVerified: true }, { validity: "P4D" }), ["EMAIL"])
  })
})

describe("a verification by a policy", () => {
  it.effect("begins with an operation, which makes the domain due", () =>
    Effect.gen(function*() {
      const com = yield* specOf("com")
      const at = yield* specOf("at")
      const begun = withTrigger(domainOf({}), com, "domain_registration", triggered_on)
      assert.deepStrictEqual(begun.policy_verification, open)
      assert.deepStrictEqual(begun.next_action_on, triggered_on)
      assert.deepStrictEqual(
        withTrigger(domainOf({ tld: "at" }), at, "domain_registration", later),
        domainOf({ tld: "at" })
      )
    }))

  it.effect("is not postponed by another operation, unless its claims are verified", () =>
    Effect.gen(function*() {
      const com = yield* specOf("com")
      const again = (policy_verification: PolicyVerification) =>
        withTrigger(domainOf({ policy_verification }), com, "domain_modification", later)
      for (const verification of [open, required]) {
        assert.deepStrictEqual(again(verification).policy_verification, verification)
        assert.deepStrictEqual(again(verification).next_action_on, later)
      }
      assert.deepStrictEqual(again({ ...required, state: "verified", holds: true }).policy_verification, {
        ...open,
        triggered_on: later,
        changed_on: later,
        holds: true
      })
    }))

  it.effect("begins with a change of a covered contact only", () =>
    Effect.gen(function*() {
      const com = yield* specOf("com")
      const before = [
        { contact_id: registrant, contact_type: "registrant" as const },
        { contact_id: registrant, contact_type: "admin" as const }
      ]
      const changed = (contacts: typeof before) => withChangedContacts(domainOf({ contacts }), com, before, later)
      assert.isNull(changed(before).policy_verification)
      assert.isNull(changed(before.toReversed()).policy_verification)
      assert.isNull(changed([before[0]!, { contact_id: other, contact_type: "admin" }]).policy_verification)
      assert.isNotNull(changed([{ contact_id: other, contact_type: "registrant" }, before[1]!]).policy_verification)
    }))

  it("follows the claims of the contacts", () => {
    const states = (before: PolicyVerification, missing: ReadonlyArray<MissingClaims>) =>
      examined(before, missing, later)
    assert.isNull(states(open, []))
    assert.isNull(states(required, []))
    assert.deepStrictEqual(states(open, [missingOf()]), { ...required, changed_on: later })
    assert.deepStrictEqual(states(required, [missingOf()]), required)
    assert.deepStrictEqual(states(open, [missingOf({ days: null })])?.suspends_on, null)
    const two = [missingOf({ days: 30, claims: ["NAME"] }), missingOf({ claims: ["EMAIL"] })]
    assert.deepStrictEqual(states(open, two)?.suspends_on, suspends_on)
    assert.deepStrictEqual(states(open, two)?.claims, ["NAME", "EMAIL"])
    assert.strictEqual(states({ ...required, holds: true }, [])?.state, "verified")
    assert.strictEqual(states({ ...required, relocks: true }, [])?.state, "verified")
  })

  const none: ReadonlyArray<DomainStatus> = ["ok"]
  const hold: ReadonlyArray<DomainStatus> = ["clientHold"]
  const steps: ReadonlyArray<
    readonly [string, PolicyVerification | null, ReadonlyArray<DomainStatus>, Instant.Instant, HoldStep | null]
  > = [
    ["no verification", null, hold, suspends_on, null],
    ["not looked at", open, none, suspends_on, null],
    ["before the delay", required, none, DateTime.subtract(suspends_on, { seconds: 1 }), null],
    ["after the delay", required, none, suspends_on, "hold"],
    ["a hold of the customer", required, hold, suspends_on, null],
    ["held", { ...required, holds: true }, hold, suspends_on, null],
    ["a hold that the registry removed", { ...required, holds: true }, none, suspends_on, "hold"],
    ["without a delay", { ...required, suspends_on: null }, none, suspends_on, null],
    ["verified while held", { ...required, state: "verified", holds: true }, hold, suspends_on, "lift"],
    ["verified", { ...required, state: "verified" }, hold, suspends_on, null],
    ["begun again while held", { ...open, holds: true }, hold, later, "lift"],
    ["held under a lock", { ...required, holds: true, relocks: true }, hold, suspends_on, "relock"],
    ["verified under a lock", { ...required, state: "verified", relocks: true }, none, suspends_on, "relock"]
  ]
  it.each(steps)("asks for its step: %s", (_, policy_verification, registry_statuses, now, step) => {
    assert.strictEqual(holdStepOf(domainOf({ policy_verification, registry_statuses }), now), step)
  })

  it("protects a hold while the name must be on hold, whoever set it", () => {
    const isHeld = (policy_verification: PolicyVerification | null, now: Instant.Instant, statuses = hold) =>
      isHeldByPolicy(domainOf({ policy_verification, registry_statuses: statuses }), now)
    assert.isTrue(isHeld(required, suspends_on))
    assert.isTrue(isHeld({ ...required, holds: true }, suspends_on))
    assert.isFalse(isHeld(required, later))
    assert.isFalse(isHeld(required, suspends_on, none))
    assert.isFalse(isHeld({ ...required, state: "verified", holds: true }, suspends_on))
    assert.isFalse(isHeld(null, suspends_on))
  })

  it("ends with its hold", () => {
    const verified: PolicyVerification = { ...required, state: "verified", holds: true }
    const after = (before: PolicyVerification, holds: boolean, relocks: boolean) =>
      withHold(domainOf({ policy_verification: before }), { holds, relocks }).policy_verification
    assert.isNull(after(verified, false, false))
    assert.deepStrictEqual(after(verified, false, true), { ...verified, holds: false, relocks: true })
    assert.deepStrictEqual(after(required, true, false), { ...required, holds: true })
    assert.deepStrictEqual(after({ ...required, holds: true }, false, false), required)
  })

  it("is shown beside the demand of a registry", () => {
    const demand = { claims: ["name" as const], deadlines: [{ type: "deletion" as const, date: at("2026-03-10") }] }
    const shown = (policy_verification: PolicyVerification | null, verification_required: typeof demand | null) =>
      requiredVerification({ policy_verification, verification_required })
    const deadline = { type: "dedelegation" as const, date: suspends_on }
    assert.isNull(shown(null, null))
    assert.isNull(shown(open, null))
    assert.deepStrictEqual(shown(open, demand), demand)
    assert.deepStrictEqual(shown(required, null), { claims: ["email"], deadlines: [deadline] })
    assert.deepStrictEqual(shown({ ...required, claims: ["NAME", "EMAIL", "LEGAL_ENTITY"] }, demand), {
      claims: ["name", "email"],
      deadlines: [...demand.deadlines, deadline]
    })
    assert.deepStrictEqual(shown({ ...required, state: "verified" }, null), null)
  })
})
