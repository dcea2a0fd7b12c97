import { assert, describe, it } from "@effect/vitest"
import {
  type Attestation,
  attestationIssues,
  contradictions,
  isUniform,
  verificationEnd
} from "@namewright/core/contacts"
import { DomainName } from "@namewright/core/shared"
import { TldCatalog, tldSpec } from "@namewright/core/tlds"
import { DateTime, Effect, Option } from "effect"

const attestation = (
  claim: Attestation["claim"],
  method: Attestation["method"],
  proof: Attestation["proof"],
  rest: Partial<Attestation> = {}
): Attestation => ({ claim, method, proof, attestation_reference: "case 7", ...rest })

describe("Combinations of claim, method and proof", () => {
  it("are possible where the method yields the proof and establishes the claim", () => {
    const possible = [
      attestation("NAME", "PHYSICAL_DOCUMENT", "PASSPORT"),
      attestation("NAME", "ELECTRONIC_DOCUMENT", "IDCARD"),
      attestation("ADDRESS", "VDIG", "IDCARD"),
      attestation("LEGAL_ENTITY", "DATA", "COMPANY_REGISTER"),
      attestation("ADDRESS", "DATA", "UTILITY_ACCOUNT"),
      attestation("ADDRESS", "DATA", "ADDRESS_DATABASE"),
      attestation("EMAIL", "REACHABILITY", "EMAIL_VER_TRANSACTION_LOG"),
      attestation("PHONE", "REACHABILITY", "PHONE_VER_TRANSACTION_LOG"),
      attestation("ADDRESS", "PVR", "POSTAL_VER_TRANSACTION_LOG"),
      attestation("ADDRESS", "BVR", "POSTAL_VER_TRANSACTION_LOG"),
      attestation("NAME", "AUTH", "IDCARD")
    ]
    assert.deepStrictEqual(contradictions(possible), [])
  })

  it("are refused with every contradiction, at its position", () => {
    assert.deepStrictEqual(
      contradictions([
        attestation("NAME", "REACHABILITY", "EMAIL_VER_TRANSACTION_LOG"),
        attestation("NAME", "VDIG", "PASSPORT"),
        attestation("EMAIL", "PHYSICAL_DOCUMENT", "PASSPORT"),
        attestation("NAME", "DATA", "PASSPORT"),
        attestation("PHONE", "REACHABILITY", "EMAIL_VER_TRANSACTION_LOG"),
        attestation("LEGAL_ENTITY", "VDIG", "PASSPORT")
      ]),
      [
        { pointer: "attestations[0]", detail: "REACHABILITY cannot establish NAME" },
        { pointer: "attestations[2]", detail: "PHYSICAL_DOCUMENT cannot establish EMAIL" },
        { pointer: "attestations[3]", detail: "PASSPORT cannot result from DATA" },
        { pointer: "attestations[4]", detail: "EMAIL_VER_TRANSACTION_LOG cannot support PHONE" },
        { pointer: "attestations[5]", detail: "PASSPORT cannot support LEGAL_ENTITY" }
      ]
    )
  })
})

describe("An electronic identification", () => {
  const issuesOf = (eid: Attestation["eid"]) =>
    attestationIssues([attestation("NAME", "AUTH", "IDCARD", eid === undefined ? {} : { eid })]).map((
      { loc, type }
    ) => [
      loc.slice(3).join("."),
      type
    ])

  it("is required by the method AUTH only", () => {
    assert.deepStrictEqual(issuesOf(undefined), [["eid", "missing"]])
    assert.deepStrictEqual(issuesOf(null), [["eid", "missing"]])
    assert.deepStrictEqual(attestationIssues([attestation("NAME", "VDIG", "IDCARD")]), [])
  })

  it("names a country or scheme in any case of letters, at a level that the scheme is notified for", () => {
    assert.deepStrictEqual(issuesOf({ eid_scheme: "de", level_of_assurance: "HIGH" }), [])
    assert.deepStrictEqual(issuesOf({ eid_scheme: "spid", level_of_assurance: "LOW" }), [])
    assert.deepStrictEqual(issuesOf({ eid_scheme: "DK", level_of_assurance: "HIGH" }), [])
    assert.deepStrictEqual(issuesOf({ eid_scheme: "NemID", level_of_assurance: "HIGH" }), [[
      "eid.level_of_assurance",
      "value_error"
    ]])
    assert.deepStrictEqual(issuesOf({ eid_scheme: "US", level_of_assurance: "LOW" }), [[
      "eid.eid_scheme",
      "value_error"
    ]])
  })
})

describe("A batch of attestations", () => {
  it("has each claim once", () => {
    const twice = [attestation("NAME", "VDIG", "IDCARD"), attestation("NAME", "PVR", "IDCARD")]
    assert.deepStrictEqual(attestationIssues(twice).map(({ loc }) => loc), [["body", "attestations", 1, "claim"]])
  })

  it("is uniform if method, proof and reference are the same", () => {
    const name = attestation("NAME", "VDIG", "IDCARD")
    assert.isTrue(isUniform([name, attestation("ADDRESS", "VDIG", "IDCARD")]))
    assert.isFalse(isUniform([name, attestation("ADDRESS", "PVR", "IDCARD")]))
    assert.isFalse(isUniform([name, attestation("ADDRESS", "VDIG", "PASSPORT")]))
    assert.isFalse(isUniform([name, attestation("ADDRESS", "VDIG", "IDCARD", { attestation_reference: "other" })]))
  })
})

describe("A verification", () => {
  const now = DateTime.makeUnsafe("2026-03-01T00:00:00Z")
  const strict = (validity_period: string | null) => {
    const spec = tldSpec({
      name: "strict",
      backend: "test",
      roles: "R",
      type: "ccTLD",
      identity: { validity_period, required_claims: [{ claim: "NAME" }] }
    })
    return [
      ["strict", Option.some(spec)] as const,
      ["gone", Option.none()] as const
    ]
  }
  const use = (tld: string, contact_type: "registrant" | "tech") => ({
    tld,
    contact_type,
    name: DomainName.make("a.com")
  })
  const yearLater = DateTime.add(now, { years: 1 })

  it("ends after one year unless a TLD wants it", () => {
    const specs = new Map(strict("P90D"))
    assert.deepStrictEqual(verificationEnd("NAME", [], specs, now), yearLater)
    for (const uses of [[use("gone", "registrant")], [use("strict", "tech")], [use("unknown", "registrant")]]) {
      assert.deepStrictEqual(verificationEnd("NAME", uses, specs, now), yearLater)
    }
    assert.deepStrictEqual(verificationEnd("PHONE", [use("strict", "registrant")], specs, now), yearLater)
  })

  it.effect("ends with the shortest validity of the TLDs that want it", () =>
    Effect.gen(function*() {
      const com = yield* TldCatalog.use(({ find }) => find("com"))
      const specs = new Map([...strict("P90D"), ["com", com] as const])
      const uses = [use("com", "registrant"), use("strict", "registrant")]
      assert.deepStrictEqual(verificationEnd("NAME", uses, specs, now), DateTime.add(now, { days: 90 }))
      // .com wants the email address verified once and for all.
      assert.isNull(verificationEnd("EMAIL", uses, specs, now))
    }).pipe(Effect.provide(TldCatalog.layer)))
})
