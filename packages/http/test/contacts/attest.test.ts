import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { registrant } from "../domains/dnssecCaller.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "../tags/caller.ts"
import { contactBody } from "./contactBody.ts"

const unknown = "contact_01h455vb4pex5vsknk084sn02q"

const passport = { claim: "NAME", method: "VDIG", proof: "PASSPORT", attestation_reference: "kyc-1" }
const company = { claim: "LEGAL_ENTITY", method: "DATA", proof: "COMPANY_REGISTER", attestation_reference: "HRB 7" }
const mail = {
  claim: "EMAIL",
  method: "REACHABILITY",
  proof: "EMAIL_VER_TRANSACTION_LOG",
  attestation_reference: "mail-1"
}

const fixture = Effect.gen(function*() {
  const call = yield* caller()
  const { contact_id } = (yield* call("POST", "/v1/contacts", contactBody)).body
  const attest = (attestations: ReadonlyArray<unknown>, contact = contact_id) =>
    call("POST", `/v1/contacts/${contact}/verifications/attest`, { attestations })
  return { call, contact_id: contact_id as string, attest }
})

layer(TestPlatform.layer)("POST /v1/contacts/{contact_id}/verifications/attest", (it) => {
  it.effect("200: verifies the claims of a mixed batch, and records an event", () =>
    Effect.gen(function*() {
      const { attest, call, contact_id } = yield* fixture
      const { body, status } = yield* attest([mail, passport, company])
      assert.strictEqual(status, 200, JSON.stringify(body))
      const now = body.verifications[0].verified_on
      const inAYear = now.replace(/^\d{4}/, (year: string) => String(Number(year) + 1))
      // In the order of the vocabulary.
      assert.deepStrictEqual(
        body.verifications,
        [passport, mail, company].map((sent) => ({ ...sent, state: "VERIFIED", verified_on: now, expires_on: inAYear }))
      )
      assert.deepStrictEqual((yield* call("GET", `/v1/contacts/${contact_id}/verifications`)).body, body)
      const events = (yield* call("GET", `/v1/events?object_id=${contact_id}`)).body
      assert.deepStrictEqual(
        events.items.map((event: Record<string, unknown>) => [event.object_type, event.type, event.subtype]),
        [["CONTACT", "VERIFICATION", "SUCCESS"]]
      )
    }))

  it.effect("200: an electronic identification, and an empty reference", () =>
    Effect.gen(function*() {
      const { attest } = yield* fixture
      const eid = { eid_scheme: "DE", level_of_assurance: "SUBSTANTIAL" }
      const { body, status } = yield* attest([
        { ...passport, method: "AUTH", proof: "IDCARD", attestation_reference: "", eid }
      ])
      assert.strictEqual(status, 200, JSON.stringify(body))
      assert.deepInclude(body.verifications[0], { state: "VERIFIED", method: "AUTH", attestation_reference: "" })
    }))

  it.effect("200: a uniform batch for a contact of a .de domain", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const contact = call.contacts.registrant
      yield* call.register("attested.de")
      const { status } = yield* call("POST", `/v1/contacts/${contact}/verifications/attest`, {
        attestations: [passport, { ...passport, claim: "ADDRESS" }]
      })
      assert.strictEqual(status, 200)
    }))

  it.effect("400: a mixed batch for a contact of a .de domain, of which nothing is stored", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const contact = call.contacts.registrant
      yield* call.register("mixed.de")
      const { body, status } = yield* call("POST", `/v1/contacts/${contact}/verifications/attest`, {
        attestations: [passport, mail]
      })
      assert.deepStrictEqual(
        [status, body.code, body.type, body.title, body.domain_name],
        [
          400,
          "ERROR_DOMAIN_VERIFICATION_INCONSISTENT_METHOD_PROOF",
          "domain-verification-inconsistent-method-proof",
          "Domain Verification Inconsistent Method/Proof",
          "mixed.de"
        ]
      )
      assert.strictEqual((yield* call("GET", `/v1/contacts/${contact}/verifications`)).status, 404)
    }))

  it.effect("403: a key without contacts:manage", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["contacts:read"] })
      const { status } = yield* call("POST", `/v1/contacts/${unknown}/verifications/attest`, {
        attestations: [passport]
      })
      assert.strictEqual(status, 403)
    }))

  it.effect("404: an unknown contact, and one of another organization", () =>
    Effect.gen(function*() {
      const { contact_id } = yield* fixture
      const stranger = yield* fixture
      for (const id of [contact_id, unknown]) {
        const { body, status } = yield* stranger.attest([passport], id)
        assert.deepStrictEqual([status, body.code, body.contact_id], [404, "ERROR_CONTACT_NOT_FOUND", id])
      }
    }))

  it.effect("422: impossible combinations, all of them, of which nothing is stored", () =>
    Effect.gen(function*() {
      const { attest, call, contact_id } = yield* fixture
      const { body, status } = yield* attest([
        passport,
        { ...mail, claim: "PHONE" },
        { ...company, method: "REACHABILITY" }
      ])
      assert.deepStrictEqual(
        [status, body.code, body.type, body.errors.map((error: { pointer: string }) => error.pointer)],
        [
          422,
          "ERROR_DOMAIN_VERIFICATION_INVALID_COMBINATION",
          "domain-verification-invalid-combination",
          ["attestations[1]", "attestations[2]"]
        ]
      )
      assert.strictEqual((yield* call("GET", `/v1/contacts/${contact_id}/verifications`)).status, 404)
    }))

  it.effect("422: problems of the request, each at its place", () =>
    Effect.gen(function*() {
      const { attest } = yield* fixture
      const problems = (attestations: ReadonlyArray<unknown>) =>
        Effect.map(attest(attestations), ({ body, status }) => [status, issuesOf(body)])
      assert.deepStrictEqual(yield* problems([]), [422, [["body.attestations", "too_short"]]])
      assert.deepStrictEqual(yield* problems(Array.from({ length: 51 }, () => passport)), [422, [[
        "body.attestations",
        "too_long"
      ]]])
      assert.deepStrictEqual(yield* problems([passport, passport]), [422, [[
        "body.attestations.1.claim",
        "value_error"
      ]]])
      const { attestation_reference: _, ...without } = passport
      assert.deepStrictEqual(yield* problems([without]), [422, [[
        "body.attestations.0.attestation_reference",
        "missing"
      ]]])
      assert.deepStrictEqual(yield* problems([{ ...passport, attestation_reference: "x".repeat(256) }]), [422, [[
        "body.attestations.0.attestation_reference",
        "string_too_long"
      ]]])
      assert.deepStrictEqual(yield* problems([{ ...passport, method: "AUTH" }]), [422, [[
        "body.attestations.0.eid",
        "missing"
      ]]])
      const eid = { eid_scheme: "NemID", level_of_assurance: "HIGH" }
      assert.deepStrictEqual(yield* problems([{ ...passport, method: "AUTH", eid }]), [422, [[
        "body.attestations.0.eid.level_of_assurance",
        "value_error"
      ]]])
    }))
})

layer(TestPlatform.layer)("GET /v1/contacts/{contact_id}/verifications", (it) => {
  it.effect("200: a verification that has expired, and one that was repeated", () =>
    Effect.gen(function*() {
      const { attest, call, contact_id } = yield* fixture
      yield* attest([passport])
      yield* TestClock.adjust("200 days")
      yield* attest([{ ...mail, attestation_reference: "" }])
      yield* TestClock.adjust("200 days")
      const states = Effect.map(
        call("GET", `/v1/contacts/${contact_id}/verifications`),
        ({ body }) => body.verifications.map((entry: Record<string, unknown>) => [entry.claim, entry.state])
      )
      assert.deepStrictEqual(yield* states, [["NAME", "EXPIRED"], ["EMAIL", "VERIFIED"]])
      yield* attest([passport])
      assert.deepStrictEqual(yield* states, [["NAME", "VERIFIED"], ["EMAIL", "VERIFIED"]])
    }))

  it.effect("403: a key without contacts:read", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["domains:read"] })
      assert.strictEqual((yield* call("GET", `/v1/contacts/${unknown}/verifications`)).status, 403)
    }))

  it.effect("404: nothing required or attested so far, an unknown contact, and one of another organization", () =>
    Effect.gen(function*() {
      const { attest, call, contact_id } = yield* fixture
      const never = yield* call("GET", `/v1/contacts/${contact_id}/verifications`)
      assert.deepStrictEqual(
        [never.status, never.body.code, never.body.type, never.body.contact_id],
        [
          404,
          "ERROR_CONTACT_VERIFICATION_UPSTREAM_NOT_FOUND",
          "contact-verification-upstream-not-found",
          contact_id
        ]
      )
      yield* attest([passport])
      const stranger = yield* caller()
      for (const id of [contact_id, unknown]) {
        const { body, status } = yield* stranger("GET", `/v1/contacts/${id}/verifications`)
        assert.deepStrictEqual([status, body.code], [404, "ERROR_CONTACT_NOT_FOUND"])
      }
    }))
})
