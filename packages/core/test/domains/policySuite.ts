import { assert, layer } from "@effect/vitest"
import { Attestations, type ContactId, Contacts } from "@namewright/core/contacts"
import { type Domain, DomainStatusProhibited } from "@namewright/core/domains"
import { ContactVerifications, ContactVerificationStore } from "@namewright/core/emailverification"
import type { Storage } from "@namewright/core/embed"
import { JobWorker } from "@namewright/core/jobs"
import { RegistrySimulator } from "@namewright/core/registry"
import { DateTime, Duration, Effect, type Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { testSize } from "../../../../test/testSize.ts"
import { remove, restore, update } from "./domainRequests.ts"
import {
  advanceDue,
  anotherContact,
  atRegistry,
  type Customer,
  customer,
  domainNow,
  eventListOf,
  eventsOf,
  everyRole,
  isOwned,
  ownedByRival,
  passDays,
  passQuietDays,
  register,
  round,
  statusTagsOf,
  transferIn
} from "./DomainsPlatform.ts"
import { queuedMessages } from "./queuedMessages.ts"

/** Confirms the address of a contact. */
const verify = (owner: Customer, contact: ContactId) =>
  Attestations.use(({ attest }) =>
    owner.act(attest(contact, {
      attestations: [{
        claim: "EMAIL",
        method: "REACHABILITY",
        proof: "EMAIL_VER_TRANSACTION_LOG",
        attestation_reference: "call 17"
      }]
    }))
  )

/** Confirms the address of a contact with the token of a verification. */
const confirm = (owner: Customer, contact: ContactId) =>
  ContactVerifications.use(({ complete, start }) =>
    owner.act(Effect.flatMap(start(contact, "api"), ({ token = "" }) => complete(contact, token)))
  )

/** Runs waiting jobs and due actions, a moment later. */
const settle = Effect.gen(function*() {
  yield* TestClock.adjust("1 minute")
  const worker = yield* JobWorker
  yield* worker.drain(Duration.minutes(1))
  yield* advanceDue
  yield* worker.drain(Duration.minutes(1))
})

const contactTags = (owner: Customer, contact: ContactId) =>
  Contacts.use(({ get }) => owner.act(get(contact, ["tags"]))).pipe(
    Effect.map(({ status_tags }) => status_tags?.map(({ tag_type }) => tag_type) ?? [])
  )

const isHeld = (domain: Domain) => Effect.map(atRegistry(domain), (shown) => shown?.statuses.includes("clientHold"))

/** Messages of the events about a modification that nobody has asked for. */
const notices = (owner: Customer, domain: Domain) =>
  Effect.map(
    eventListOf(owner, domain.domain_id),
    (events) =>
      events.flatMap(({ event_data, subtype, type }) =>
        type === "MODIFICATION" && subtype === "NOTIFICATION" ? [event_data.message] : []
      )
  )

const held = ({ name }: Domain) => `${name} is on hold, because its contacts are not verified`
const freed = ({ name }: Domain) => `${name} is no longer on hold, because its contacts are verified`

const addHold = { status_changes: { add: ["clientHold"] } }
const removeHold = { status_changes: { remove: ["clientHold"] } }

const Steps = Schema.Array(Schema.Literals(["verify", "wait", "hold", "unhold", "stranger", "known"]))
  .check(Schema.isMinLength(2), Schema.isMaxLength(8))

export const policySuite = (name: string, storage: Layer.Layer<Storage, unknown>) => {
  const { enqueue, platform } = queuedMessages(storage)

  layer(platform)(`Verifications that TLDs require (${name})`, (it) => {
    /** A registered name whose registrant is not verified, after the first look. */
    const registered = Effect.fnUntraced(function*(domainName: string) {
      const owner = yield* customer(100_000, false)
      const domain = yield* register(owner, domainName)
      yield* settle
      return { owner, domain, suspends_on: DateTime.add(domain.created_on, { days: 15 }) }
    })

    it.effect("demand the address of the registrant, and hold the name after 15 days until it is verified", () =>
      Effect.gen(function*() {
        const { domain, owner, suspends_on } = yield* registered("to-verify.com")
        const stored = yield* domainNow(owner, domain)
        assert.strictEqual(stored.policy_verification?.state, "required")
        assert.deepStrictEqual(stored.policy_verification?.suspends_on, suspends_on)
        assert.deepStrictEqual(yield* statusTagsOf(domain), ["VERIFICATION_REQUIRED"])
        assert.deepStrictEqual(yield* contactTags(owner, owner.contact_id), ["VERIFICATION_REQUIRED"])
        const notice = (yield* eventListOf(owner, domain.domain_id)).find(({ type }) => type === "VERIFICATION")
        assert.deepInclude(notice?.event_data.details, {
          detail_type: "domain_verification",
          verification_claims: ["email"],
          verification_deadlines: [{ type: "dedelegation", date: suspends_on }]
        })
        yield* passQuietDays(14)
        assert.isFalse(yield* isHeld(domain))
        yield* passQuietDays(3)
        assert.isTrue(yield* isHeld(domain))
        assert.deepStrictEqual(yield* notices(owner, domain), [held(domain)])
        yield* verify(owner, owner.contact_id)
        assert.deepStrictEqual(yield* contactTags(owner, owner.contact_id), [])
        yield* settle
        assert.isFalse(yield* isHeld(domain))
        assert.deepStrictEqual(yield* statusTagsOf(domain), [])
        assert.isNull((yield* domainNow(owner, domain)).policy_verification)
        assert.deepStrictEqual(yield* notices(owner, domain), [held(domain), freed(domain)])
        yield* passQuietDays(5)
        const events = yield* eventsOf(owner, domain.domain_id)
        assert.strictEqual(events.filter((event) => event === "VERIFICATION/NOTIFICATION").length, 1)
        assert.strictEqual((yield* notices(owner, domain)).length, 2)
      }))

    it.effect("demand nothing if the claims are verified, and are not stored where no TLD requires them", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "verified-before.com")
        assert.strictEqual((yield* domainNow(owner, domain)).policy_verification?.state, "triggered")
        yield* settle
        assert.isNull((yield* domainNow(owner, domain)).policy_verification)
        assert.deepStrictEqual(yield* statusTagsOf(domain), [])
        const bare = yield* register(owner, "no-policy.bare")
        assert.isNull((yield* domainNow(owner, bare)).policy_verification)
      }))

    it.effect("open one verification by mail for a contact of several names", () =>
      Effect.gen(function*() {
        const { owner } = yield* registered("mailed-once.com")
        const find = ContactVerificationStore.use(({ findOf }) => findOf(owner.organization_id, owner.contact_id))
        const first = Option.getOrThrow(yield* find)
        assert.deepStrictEqual([first.type, first.status], ["email", "pending"])
        yield* register(owner, "mailed-once.net")
        yield* settle
        assert.deepStrictEqual(Option.getOrThrow(yield* find), first)
      }))

    it.effect("end for every name of a contact with the verified address", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* registered("same-address.com")
        const other = yield* anotherContact(owner, {}, false)
        const second = yield* register(owner, "same-address.net", { contacts: everyRole(other) })
        yield* settle
        assert.deepStrictEqual(yield* contactTags(owner, other), ["VERIFICATION_REQUIRED"])
        yield* confirm(owner, other)
        yield* settle
        for (const { name } of [domain, second]) {
          const stored = yield* domainNow(owner, { domain_id: name })
          assert.isNull(stored.policy_verification, name)
          assert.deepStrictEqual(yield* statusTagsOf(stored), [], name)
        }
        assert.deepStrictEqual(yield* contactTags(owner, other), [])
        assert.deepStrictEqual(yield* contactTags(owner, owner.contact_id), [])
      }))

    it.effect("of an identity accept its proofs only, and announce no hold where the registry has none", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* registered("ausweis.de")
        const { policy_verification } = yield* domainNow(owner, domain)
        assert.deepStrictEqual(policy_verification?.claims, ["NAME", "ADDRESS", "EMAIL"])
        assert.isNull(policy_verification?.suspends_on)
        yield* passQuietDays(40)
        assert.deepStrictEqual(yield* notices(owner, domain), [])
        assert.deepStrictEqual(yield* statusTagsOf(domain), ["VERIFICATION_REQUIRED"])
      }))

    it.effect("follow an inbound transfer", () =>
      Effect.gen(function*() {
        const owner = yield* customer(100_000, false)
        yield* ownedByRival("moved-in.slow", "slow-registry", "Transfer-Code-1")
        const domain = yield* transferIn(owner, "moved-in.slow")
        assert.isNull(domain.policy_verification)
        yield* passDays(6)
        // The transferred name gets a new auth code first, and is looked at on the next day.
        yield* passDays(2)
        yield* settle
        assert.strictEqual((yield* domainNow(owner, domain)).policy_verification?.state, "required")
        assert.deepStrictEqual(yield* statusTagsOf(domain), ["VERIFICATION_REQUIRED"])
      }))

    it.effect("end with the name, and wait while it is deleted", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* registered("deleted-unverified.com")
        yield* passQuietDays(6)
        yield* remove(owner, domain)
        yield* passQuietDays(12)
        assert.isFalse(yield* isHeld(domain))
        yield* restore(owner, domain)
        yield* passQuietDays(2)
        assert.isTrue(yield* isHeld(domain))
        const second = yield* register(owner, "deleted-at-once.com")
        yield* settle
        yield* remove(owner, second)
        yield* settle
        assert.isFalse(yield* isOwned(second.name))
      }))

    it.effect("stand beside the demand of a registry", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* registered("demanded-twice.com")
        const date = DateTime.add(domain.created_on, { days: 20 })
        const send = (payload: Parameters<typeof enqueue>[1]["payload"]) =>
          Effect.andThen(enqueue(domain.registry, { payload }), round)
        const demand = {
          _tag: "VerificationRequired" as const,
          name: domain.name,
          handle: null,
          claims: ["name" as const],
          deadlines: [{ type: "deletion" as const, date }]
        }
        const decision = { _tag: "VerificationDecided" as const, name: domain.name, handle: null, verified: true }
        yield* send(demand)
        yield* send(decision)
        assert.isNull((yield* domainNow(owner, domain)).verification_required)
        assert.deepStrictEqual(yield* statusTagsOf(domain), ["VERIFICATION_REQUIRED"])
        assert.deepStrictEqual(yield* contactTags(owner, owner.contact_id), ["VERIFICATION_REQUIRED"])
        yield* send({ ...demand, deadlines: [{ type: "deletion", date: DateTime.add(date, { days: 1 }) }] })
        yield* confirm(owner, owner.contact_id)
        yield* passQuietDays(16)
        const left = yield* domainNow(owner, domain)
        assert.isNull(left.policy_verification)
        assert.isNotNull(left.verification_required)
        assert.deepStrictEqual(yield* statusTagsOf(domain), ["VERIFICATION_REQUIRED"])
        assert.isFalse(yield* isHeld(domain))
      }))

    it.effect("keep a lock against updates", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* registered("locked-unverified.com")
        yield* update(owner, domain, { status_changes: { add: ["clientUpdateProhibited"] } })
        yield* passQuietDays(16)
        const statuses = Effect.map(atRegistry(domain), (shown) => [...shown?.statuses ?? []])
        assert.includeMembers(yield* statuses, ["clientHold", "clientUpdateProhibited"])
        yield* verify(owner, owner.contact_id)
        yield* settle
        assert.include(yield* statuses, "clientUpdateProhibited")
        assert.notInclude(yield* statuses, "clientHold")
        assert.isNull((yield* domainNow(owner, domain)).policy_verification)
      }))

    for (const fault of ["cutBefore", "cutAfter", "temporary"] as const) {
      it.effect(`set and remove a hold once if the registry's answer is lost (${fault})`, () =>
        Effect.gen(function*() {
          const { domain, owner } = yield* registered(`held-once-${fault.toLowerCase()}.com`)
          const { faults } = yield* RegistrySimulator
          const lose = faults.inject({ method: "updateDomain", fault, object: domain.name })
          yield* passQuietDays(14)
          yield* lose
          yield* passQuietDays(1)
          yield* settle
          for (let day = 0; day < 2; day++) {
            yield* TestClock.adjust("1 day")
            yield* round
          }
          assert.isTrue(yield* isHeld(domain))
          assert.deepStrictEqual(yield* notices(owner, domain), [held(domain)])
          yield* lose
          yield* verify(owner, owner.contact_id)
          yield* settle
          for (let day = 0; day < 2; day++) {
            yield* TestClock.adjust("1 day")
            yield* round
          }
          yield* faults.clear
          assert.isFalse(yield* isHeld(domain))
          assert.deepStrictEqual(yield* notices(owner, domain), [held(domain), freed(domain)])
          assert.isNull((yield* domainNow(owner, domain)).policy_verification)
        }))
    }

    let made = 0
    it.effect.prop("hold and free a name in any order of events", [Steps], ([steps]) =>
      Effect.gen(function*() {
        const { domain, owner } = yield* registered(`verified-in-any-order-${++made}.com`)
        const known = yield* anotherContact(owner)
        let registrant = owner.contact_id
        let isVerified = false
        let isPending = true
        let age = 0
        let hold: "none" | "customer" | "policy" = "none"
        for (const step of steps) {
          if (step === "verify") {
            yield* verify(owner, registrant)
            isVerified = true
          } else if (step === "wait") {
            yield* passQuietDays(8)
            age += 8
          } else if (step === "hold") {
            yield* update(owner, domain, addHold)
            if (hold === "none") hold = "customer"
          } else if (step === "unhold") {
            const isRefused = isPending && age >= 15
            const result = yield* update(owner, domain, removeHold).pipe(Effect.flip, Effect.option)
            assert.strictEqual(Option.isSome(result), isRefused, "a hold is kept while the name must be on hold")
            if (Option.isSome(result)) {
              const expected = { domain_name: domain.name, prohibiting_statuses: ["clientHold"] as const }
              assert.deepStrictEqual(result.value, new DomainStatusProhibited(expected))
            } else hold = "none"
          } else {
            registrant = step === "known"
              ? known
              : yield* anotherContact(owner, { email: `x${made}@example.org` }, false)
            isVerified = step === "known"
            const before = yield* domainNow(owner, domain)
            yield* update(owner, domain, { contacts: { registrant } })
            const isChanged = before.contacts.some(({ contact_id, contact_type }) =>
              contact_type === "registrant" && contact_id !== registrant
            )
            if (isChanged && !isPending) {
              isPending = true
              age = 0
            }
          }
          yield* settle
          if (isPending && isVerified) {
            isPending = false
            if (hold === "policy") hold = "none"
          } else if (isPending && age >= 15 && hold === "none") hold = "policy"
          const text = `${step} of ${steps.join()}`
          assert.strictEqual(yield* isHeld(domain), hold !== "none", `the hold after ${text}`)
          assert.deepStrictEqual(yield* statusTagsOf(domain), isPending ? ["VERIFICATION_REQUIRED"] : [], text)
          const stored = (yield* domainNow(owner, domain)).policy_verification
          assert.strictEqual(stored?.state, isPending ? "required" : undefined, text)
          assert.strictEqual(stored?.holds ?? false, hold === "policy", text)
        }
      }), { timeout: 120_000, arbitrary: { runs: testSize(6, 15) } })
  })
}
