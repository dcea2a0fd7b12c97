import { assert, layer } from "@effect/vitest"
import { Attestations, type ContactId, Contacts, MixedEvidence } from "@namewright/core/contacts"
import { type Domain, RegistryHandleStore, RegistryMessages } from "@namewright/core/domains"
import type { Storage } from "@namewright/core/embed"
import type { PollPayload } from "@namewright/core/registry"
import { DomainName, Instant } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { testSize } from "../../../../test/testSize.ts"
import { update } from "./domainRequests.ts"
import {
  anotherContact,
  type Customer,
  customer,
  domainNow,
  eventsOf,
  everyRole,
  register,
  statusTagsOf
} from "./DomainsPlatform.ts"
import { queuedMessages } from "./queuedMessages.ts"

const poll = Effect.flatMap(RegistryMessages, (messages) => messages.poll)

const passport = { method: "VDIG", proof: "PASSPORT", attestation_reference: "kyc-1" } as const

/** States of the claims of a contact, by default the customer's. Empty if none was required or attested. */
const statesOf = Effect.fnUntraced(function*(owner: Customer, contact = owner.contact_id) {
  const { list } = yield* Attestations
  const { verifications } = yield* owner.act(list(contact)).pipe(
    Effect.catchTag("ContactNeverVerified", () => Effect.succeed({ verifications: [] }))
  )
  return verifications.map(({ claim, state }) => `${claim} ${state}`)
})

const attest = (
  owner: Customer,
  claims: ReadonlyArray<"NAME" | "ADDRESS">,
  reference: string = passport.attestation_reference,
  contact = owner.contact_id
) =>
  Attestations.use((attestations) =>
    owner.act(attestations.attest(contact, {
      attestations: claims.map((claim) => ({ claim, ...passport, attestation_reference: reference }))
    }))
  )

const contactTags = (owner: Customer, contact = owner.contact_id) =>
  Contacts.use(({ get }) => owner.act(get(contact, ["tags"]))).pipe(
    Effect.map(({ status_tags }) => status_tags?.map(({ tag_type }) => tag_type))
  )

/** Events of the contact, the oldest first. */
const contactEvents = (owner: Customer) => eventsOf(owner, owner.contact_id)

const handleOf = Effect.fnUntraced(function*({ registry }: Domain, contact: ContactId) {
  const { find } = yield* RegistryHandleStore
  const found = yield* find(registry, contact, "{}")
  return Option.getOrThrow(found).handle
})

const demandOf = (
  name: Domain["name"] | null,
  handle: string | null,
  date: Instant.Instant,
  claims: ReadonlyArray<"name" | "email"> = ["name", "email"]
): PollPayload => ({
  _tag: "VerificationRequired",
  name,
  handle,
  claims,
  deadlines: [{ type: "dedelegation", date }]
})

const decisionOf = (name: Domain["name"] | null, handle: string | null, verified: boolean): PollPayload => ({
  _tag: "VerificationDecided",
  name,
  handle,
  verified
})

const Steps = Schema.Array(Schema.Literals(["demand", "attest", "accept", "refuse"]))
  .check(Schema.isMinLength(1), Schema.isMaxLength(7))

export const verificationSuite = (name: string, storage: Layer.Layer<Storage, unknown>) => {
  const { enqueue, platform, waiting } = queuedMessages(storage)

  layer(platform)(`Verifications that registries demand (${name})`, (it) => {
    const registered = Effect.fnUntraced(function*(label: string) {
      const owner = yield* customer(100_000, false)
      const domain = yield* register(owner, `${label}.com`)
      yield* TestClock.adjust("1 minute")
      const date = DateTime.add(yield* Instant.now, { days: 15 })
      const send = (payload: PollPayload) => Effect.andThen(enqueue(domain.registry, { payload }), poll)
      return { owner, domain, date, send }
    })

    it.effect("mark the domain and its registrant, until the registry accepts the report", () =>
      Effect.gen(function*() {
        const { date, domain, owner, send } = yield* registered("verified-by-name")
        yield* send(demandOf(domain.name, null, date))
        assert.deepStrictEqual(yield* statesOf(owner), ["NAME UNVERIFIED", "EMAIL UNVERIFIED"])
        assert.deepStrictEqual(yield* contactTags(owner), ["VERIFICATION_REQUIRED"])
        assert.deepStrictEqual(yield* statusTagsOf(domain), ["VERIFICATION_REQUIRED"])
        assert.deepStrictEqual((yield* domainNow(owner, domain))?.verification_required, {
          claims: ["name", "email"],
          deadlines: [{ type: "dedelegation", date }]
        })
        yield* attest(owner, ["NAME", "ADDRESS"])
        assert.deepStrictEqual(yield* statesOf(owner), [
          "NAME IN_PROGRESS",
          "ADDRESS IN_PROGRESS",
          "EMAIL UNVERIFIED"
        ])
        assert.deepStrictEqual(yield* contactTags(owner), ["VERIFICATION_REQUIRED"])
        assert.deepStrictEqual(yield* contactEvents(owner), [])
        yield* send(decisionOf(domain.name, null, true))
        assert.deepStrictEqual(yield* statesOf(owner), ["NAME VERIFIED", "ADDRESS VERIFIED", "EMAIL VERIFIED"])
        assert.deepStrictEqual(yield* contactTags(owner), [])
        assert.deepStrictEqual(yield* statusTagsOf(domain), [])
        assert.isNull((yield* domainNow(owner, domain))?.verification_required)
        assert.deepStrictEqual(yield* contactEvents(owner), ["VERIFICATION/SUCCESS"])
      }))

    it.effect("stay open after a refusal, which ends the report", () =>
      Effect.gen(function*() {
        const { date, domain, owner, send } = yield* registered("verified-later")
        yield* send(demandOf(domain.name, null, date))
        yield* attest(owner, ["NAME"])
        yield* send(decisionOf(domain.name, null, false))
        assert.deepStrictEqual(yield* statesOf(owner), ["NAME UNVERIFIED", "EMAIL UNVERIFIED"])
        assert.deepStrictEqual(yield* contactTags(owner), ["VERIFICATION_REQUIRED"])
        assert.isNotNull((yield* domainNow(owner, domain))?.verification_required)
        assert.deepStrictEqual(yield* contactEvents(owner), ["VERIFICATION/FAILURE"])
        yield* attest(owner, ["NAME"])
        yield* send(decisionOf(domain.name, null, true))
        assert.deepStrictEqual(yield* contactTags(owner), [])
        assert.sameMembers([...yield* contactEvents(owner)], ["VERIFICATION/FAILURE", "VERIFICATION/SUCCESS"])
      }))

    it.effect("take one method, proof and reference per request", () =>
      Effect.gen(function*() {
        const { date, domain, owner, send } = yield* registered("verified-uniformly")
        const { attest: attestAll } = yield* Attestations
        const mixed = owner.act(attestAll(owner.contact_id, {
          attestations: [
            { claim: "NAME", ...passport },
            { claim: "ADDRESS", ...passport, attestation_reference: "kyc-2" }
          ]
        }))
        yield* send(demandOf(domain.name, null, date))
        const error = yield* Effect.flip(mixed)
        assert.deepStrictEqual(error, new MixedEvidence({ domain_name: domain.name }))
        assert.deepStrictEqual(yield* statesOf(owner), ["NAME UNVERIFIED", "EMAIL UNVERIFIED"])
        yield* send(decisionOf(domain.name, null, true))
        yield* mixed
      }))

    it.effect("concern every domain of the registrant if the registry names only the contact", () =>
      Effect.gen(function*() {
        const { date, domain, owner, send } = yield* registered("verified-by-handle")
        const second = yield* register(owner, "verified-by-handle-too.com")
        const other = yield* anotherContact(owner, {}, false)
        const technical = yield* register(owner, "verified-other.com", {
          contacts: { ...everyRole(owner.contact_id), registrant: other }
        })
        const handle = yield* handleOf(domain, owner.contact_id)
        yield* send(demandOf(null, handle, date))
        assert.deepStrictEqual(yield* statesOf(owner), ["NAME UNVERIFIED", "EMAIL UNVERIFIED"])
        for (const marked of [domain, second]) {
          assert.deepStrictEqual(yield* statusTagsOf(marked), ["VERIFICATION_REQUIRED"])
          assert.isNotNull((yield* domainNow(owner, marked))?.verification_required)
        }
        assert.deepStrictEqual(yield* statusTagsOf(technical), [])
        yield* send(decisionOf(null, handle, true))
        for (const marked of [domain, second]) {
          assert.deepStrictEqual(yield* statusTagsOf(marked), [])
          assert.isNull((yield* domainNow(owner, marked))?.verification_required)
        }
        assert.deepStrictEqual(yield* contactTags(owner), [])
        assert.deepStrictEqual(yield* contactEvents(owner), ["VERIFICATION/SUCCESS"])
      }))

    it.effect("concern every domain of the registrant if the registry names a domain that is unknown", () =>
      Effect.gen(function*() {
        const { date, domain, owner, send } = yield* registered("verified-by-unknown-name")
        const handle = yield* handleOf(domain, owner.contact_id)
        const unknown = DomainName.make("never-seen-here.com")
        yield* send(demandOf(unknown, handle, date))
        assert.deepStrictEqual(yield* statusTagsOf(domain), ["VERIFICATION_REQUIRED"])
        assert.deepStrictEqual(yield* contactTags(owner), ["VERIFICATION_REQUIRED"])
        yield* send(decisionOf(unknown, handle, true))
        assert.deepStrictEqual(yield* statusTagsOf(domain), [])
        assert.deepStrictEqual(yield* contactTags(owner), [])
      }))

    it.effect("are parked if they name only a contact that is unknown", () =>
      Effect.gen(function*() {
        const { date, domain } = yield* registered("verified-nobody")
        const { message_id } = yield* enqueue(domain.registry, { payload: demandOf(null, "N-UNKNOWN", date) })
        yield* Effect.repeat(poll, { times: 2 })
        const parked = yield* Effect.flatMap(RegistryMessages, (messages) => messages.parked)
        assert.include(parked.map((message) => message.message_id), message_id)
        yield* enqueue(domain.registry, { payload: decisionOf(null, "N-UNKNOWN", true) })
        yield* poll
        assert.strictEqual(waiting(domain.registry), 0)
      }))

    it.effect("are decided for each domain alone, with one event", () =>
      Effect.gen(function*() {
        const { date, domain, owner, send } = yield* registered("verified-first")
        const second = yield* register(owner, "verified-second.com")
        yield* send(demandOf(domain.name, null, date, ["name"]))
        yield* send(demandOf(second.name, null, date, ["name"]))
        yield* attest(owner, ["NAME"])
        yield* send(decisionOf(domain.name, null, true))
        assert.deepStrictEqual(yield* statusTagsOf(domain), [])
        assert.deepStrictEqual(yield* statusTagsOf(second), ["VERIFICATION_REQUIRED"])
        assert.isNotNull((yield* domainNow(owner, second))?.verification_required)
        assert.deepStrictEqual(yield* contactTags(owner), ["VERIFICATION_REQUIRED"])
        yield* attest(owner, ["NAME"], "kyc-2")
        assert.deepStrictEqual(yield* statesOf(owner), ["NAME IN_PROGRESS"])
        yield* send(decisionOf(second.name, null, true))
        assert.deepStrictEqual(yield* statesOf(owner), ["NAME VERIFIED"])
        assert.deepStrictEqual(yield* contactTags(owner), [])
        yield* send(demandOf(domain.name, null, date, ["name"]))
        yield* send(demandOf(second.name, null, date, ["name"]))
        yield* send(decisionOf(domain.name, null, true))
        yield* send(decisionOf(second.name, null, true))
        yield* send(decisionOf(second.name, null, true))
        assert.deepStrictEqual(yield* contactEvents(owner), [
          "VERIFICATION/SUCCESS",
          "VERIFICATION/SUCCESS",
          "VERIFICATION/SUCCESS"
        ])
      }))

    it.effect("do not verify what they do not demand", () =>
      Effect.gen(function*() {
        const { date, domain, owner, send } = yield* registered("verified-by-name-only")
        const second = yield* register(owner, "verified-by-email-only.com")
        yield* send(demandOf(domain.name, null, date, ["name"]))
        yield* send(demandOf(second.name, null, date, ["email"]))
        yield* send(decisionOf(domain.name, null, true))
        assert.deepStrictEqual(yield* statesOf(owner), ["NAME VERIFIED", "EMAIL UNVERIFIED"])
        assert.deepStrictEqual(yield* contactTags(owner), ["VERIFICATION_REQUIRED"])
      }))

    it.effect("follow the registrant", () =>
      Effect.gen(function*() {
        const { date, domain, owner, send } = yield* registered("verified-successor")
        const verified = yield* anotherContact(owner, {}, false)
        const successor = yield* anotherContact(owner, {}, false)
        yield* attest(owner, ["NAME"], "kyc-3", verified)
        yield* send(demandOf(domain.name, null, date, ["name"]))
        yield* attest(owner, ["NAME"])
        yield* update(owner, domain, { contacts: { registrant: verified } })
        assert.deepStrictEqual(yield* statesOf(owner), ["NAME VERIFIED"])
        assert.deepStrictEqual(yield* contactTags(owner), [])
        assert.deepStrictEqual(yield* contactEvents(owner), ["VERIFICATION/SUCCESS"])
        assert.deepStrictEqual(yield* statesOf(owner, verified), ["NAME IN_PROGRESS"])
        yield* update(owner, domain, { contacts: { registrant: successor } })
        assert.deepStrictEqual(yield* contactTags(owner, verified), [])
        assert.deepStrictEqual(yield* statesOf(owner, verified), ["NAME VERIFIED"])
        assert.deepStrictEqual(yield* statesOf(owner, successor), ["NAME UNVERIFIED"])
        assert.deepStrictEqual(yield* contactTags(owner, successor), ["VERIFICATION_REQUIRED"])
        yield* attest(owner, ["NAME"], "kyc-4", successor)
        assert.deepStrictEqual(yield* statesOf(owner, successor), ["NAME IN_PROGRESS"])
        yield* send(decisionOf(domain.name, null, true))
        assert.deepStrictEqual(yield* statesOf(owner, successor), ["NAME VERIFIED"])
        assert.deepStrictEqual(yield* contactTags(owner, successor), [])
      }))

    it.effect("end with the domain", () =>
      Effect.gen(function*() {
        const { date, domain, owner, send } = yield* registered("verified-no-more")
        const second = yield* register(owner, "verified-no-more-too.com")
        yield* send(demandOf(domain.name, null, date))
        yield* send(demandOf(second.name, null, date))
        yield* attest(owner, ["NAME"])
        yield* TestClock.adjust("1 day")
        yield* send({ _tag: "Purged", name: domain.name })
        assert.deepStrictEqual(yield* statesOf(owner), ["NAME IN_PROGRESS", "EMAIL UNVERIFIED"])
        assert.deepStrictEqual(yield* contactTags(owner), ["VERIFICATION_REQUIRED"])
        yield* send({ _tag: "Purged", name: second.name })
        assert.deepStrictEqual(yield* statesOf(owner), ["NAME VERIFIED", "EMAIL UNVERIFIED"])
        assert.deepStrictEqual(yield* contactTags(owner), [])
        assert.deepStrictEqual(yield* contactEvents(owner), ["VERIFICATION/SUCCESS"])
        yield* attest(owner, ["NAME"], "kyc-2")
        assert.deepStrictEqual(yield* statesOf(owner), ["NAME VERIFIED", "EMAIL UNVERIFIED"])
      }))

    it.effect("leave no tag although another claim was never verified", () =>
      Effect.gen(function*() {
        const { date, domain, owner, send } = yield* registered("verified-in-part")
        const second = yield* register(owner, "verified-in-part-too.com")
        yield* send(demandOf(second.name, null, date, ["email"]))
        yield* TestClock.adjust("1 day")
        yield* send({ _tag: "Purged", name: second.name })
        yield* send(demandOf(domain.name, null, date, ["name"]))
        assert.deepStrictEqual(yield* contactTags(owner), ["VERIFICATION_REQUIRED"])
        yield* send(decisionOf(domain.name, null, true))
        assert.deepStrictEqual(yield* statesOf(owner), ["NAME VERIFIED", "EMAIL UNVERIFIED"])
        assert.deepStrictEqual(yield* contactTags(owner), [])
      }))

    let made = 0
    it.effect.prop("follow the states of a claim in any order of events", [Steps], ([steps]) =>
      Effect.gen(function*() {
        const { date, domain, owner, send } = yield* registered(`verified-anyhow-${++made}`)
        let state: "VERIFIED" | "UNVERIFIED" | "IN_PROGRESS" | undefined
        let isOpen = false
        for (const step of steps) {
          if (step === "demand") {
            yield* send(demandOf(domain.name, null, date))
            isOpen = true
            if (state !== "IN_PROGRESS") state = "UNVERIFIED"
          } else if (step === "attest") {
            yield* attest(owner, ["NAME"])
            state = isOpen ? "IN_PROGRESS" : "VERIFIED"
          } else {
            yield* send(decisionOf(domain.name, null, step === "accept"))
            if (step === "accept" && isOpen) state = "VERIFIED"
            if (step === "refuse" && state === "IN_PROGRESS") state = "UNVERIFIED"
            if (step === "accept") isOpen = false
          }
          const shown = (yield* statesOf(owner)).find((entry) => entry.startsWith("NAME "))
          assert.strictEqual(shown, state === undefined ? undefined : `NAME ${state}`, `${step} of ${steps.join()}`)
          assert.deepStrictEqual(yield* contactTags(owner), isOpen ? ["VERIFICATION_REQUIRED"] : [])
          assert.deepStrictEqual(yield* statusTagsOf(domain), isOpen ? ["VERIFICATION_REQUIRED"] : [])
        }
      }), { timeout: 120_000, arbitrary: { runs: testSize(5, 12) } })
  })
}
