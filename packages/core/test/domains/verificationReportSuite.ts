import { assert, layer } from "@effect/vitest"
import { Attestations, ContactClaims } from "@namewright/core/contacts"
import { layerPlatform, type PlatformServices, type Storage } from "@namewright/core/embed"
import { JobWorker } from "@namewright/core/jobs"
import {
  type Registry,
  type RegistryFault,
  RegistryIntentStore,
  RegistryRefusal,
  RegistrySimulator
} from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { changedRegistries } from "./changedRegistries.ts"
import { type Customer, customer, eventListOf, eventsOf, register, round, statusTagsOf } from "./DomainsPlatform.ts"
import { recovery } from "./faultSuite.ts"
import { testTlds } from "./testTlds.ts"

const statesOf = Effect.fnUntraced(function*(owner: Customer) {
  const { list } = yield* Attestations
  const { verifications } = yield* owner.act(list(owner.contact_id))
  return verifications.map(({ claim, state }) => `${claim} ${state}`)
})

const attestName = (owner: Customer, reference = "kyc-1") =>
  Attestations.use(({ attest }) =>
    owner.act(attest(owner.contact_id, {
      attestations: [{ claim: "NAME", method: "VDIG", proof: "PASSPORT", attestation_reference: reference }]
    }))
  )

const attestEmail = (owner: Customer) =>
  Attestations.use(({ attest }) =>
    owner.act(attest(owner.contact_id, {
      attestations: [{
        claim: "EMAIL",
        method: "REACHABILITY",
        proof: "EMAIL_VER_TRANSACTION_LOG",
        attestation_reference: "mail-1"
      }]
    }))
  )

const bank = { method: "DATA", proof: "BANK_ACCOUNT", attestation_reference: "bank-1" } as const

/** Runs waiting jobs, which store the intents of reports. */
const jobs = JobWorker.use(({ drain }) => drain(Duration.minutes(1)))

const contactEvents = (owner: Customer) => eventsOf(owner, owner.contact_id)

/** Open reports of the contact. */
const openReports = Effect.fnUntraced(function*(owner: Customer, registry: string) {
  const { ofObject } = yield* RegistryIntentStore
  return (yield* ofObject(`${owner.contact_id} ${registry}`)).map(({ kind }) => kind)
})

/** A domain whose registrant the registry wants verified. */
const demanded = Effect.fnUntraced(function*(label: string) {
  const owner = yield* customer(100_000, false)
  const domain = yield* register(owner, `verify-${label}.com`)
  yield* TestClock.adjust("2 minutes")
  yield* round
  assert.deepStrictEqual(yield* statesOf(owner), ["NAME UNVERIFIED", "EMAIL UNVERIFIED"])
  return { domain, owner }
})

const inject = (fault: RegistryFault["fault"], times = 1) =>
  RegistrySimulator.use(({ faults }) => faults.inject({ method: "reportVerification", fault, times }))

export const verificationReportSuite = (
  name: string,
  platform: Layer.Layer<PlatformServices>,
  storage: Layer.Layer<Storage, unknown>
) => {
  layer(platform)(`Reports of verified contacts (${name})`, (it) => {
    it.effect("are sent once every demanded claim is attested, and the registry decides", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* demanded("settled")
        yield* attestName(owner)
        yield* recovery
        assert.deepStrictEqual(yield* statesOf(owner), ["NAME IN_PROGRESS", "EMAIL UNVERIFIED"])
        assert.deepStrictEqual(yield* openReports(owner, domain.registry), [])
        assert.deepStrictEqual(yield* statusTagsOf(domain), ["VERIFICATION_REQUIRED"])
        yield* attestEmail(owner)
        assert.deepStrictEqual(yield* statesOf(owner), ["NAME IN_PROGRESS", "EMAIL IN_PROGRESS"])
        yield* jobs
        assert.deepStrictEqual(yield* openReports(owner, domain.registry), ["contact.verification_report"])
        yield* recovery
        assert.deepStrictEqual(yield* statesOf(owner), ["NAME VERIFIED", "EMAIL VERIFIED"])
        // The policy of the TLD lets go of the domain in its next round.
        yield* recovery
        assert.deepStrictEqual(yield* statusTagsOf(domain), [])
        assert.deepStrictEqual(yield* contactEvents(owner), ["VERIFICATION/SUCCESS"])
        assert.deepStrictEqual(yield* openReports(owner, domain.registry), [])
      }))

    for (const fault of ["cutBefore", "cutAfter", "temporary"] as const) {
      it.effect(`are decided once although the registry does not answer (${fault})`, () =>
        Effect.gen(function*() {
          const { domain, owner } = yield* demanded(`fault-${fault.toLowerCase()}`)
          yield* inject(fault, 2)
          yield* attestName(owner)
          yield* attestEmail(owner)
          yield* jobs
          yield* round
          if (fault !== "cutAfter") {
            assert.deepStrictEqual(yield* statesOf(owner), ["NAME IN_PROGRESS", "EMAIL IN_PROGRESS"])
            assert.deepStrictEqual(yield* openReports(owner, domain.registry), ["contact.verification_report"])
          }
          for (let hour = 0; hour < 3; hour++) {
            yield* TestClock.adjust("1 hour")
            yield* recovery
          }
          yield* RegistrySimulator.use(({ faults }) => faults.clear)
          assert.deepStrictEqual(yield* statesOf(owner), ["NAME VERIFIED", "EMAIL VERIFIED"])
          assert.deepStrictEqual(yield* statusTagsOf(domain), [])
          assert.deepStrictEqual(yield* contactEvents(owner), ["VERIFICATION/SUCCESS"])
          assert.deepStrictEqual(yield* openReports(owner, domain.registry), [])
        }))
    }

    it.effect("contain the evidence that was attested while the report was open", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* demanded("newer")
        yield* inject("cutBefore")
        yield* attestEmail(owner)
        yield* attestName(owner)
        yield* TestClock.adjust("1 second")
        yield* attestName(owner, "kyc-2")
        yield* jobs
        assert.deepStrictEqual(yield* openReports(owner, domain.registry), ["contact.verification_report"])
        yield* recovery
        yield* recovery
        assert.deepStrictEqual(yield* statesOf(owner), ["NAME VERIFIED", "EMAIL VERIFIED"])
        assert.deepStrictEqual(yield* contactEvents(owner), ["VERIFICATION/SUCCESS"])
      }))

    it.effect("end with a failure if the registry refuses them or cannot be reached for a day, and can be repeated", () =>
      Effect.gen(function*() {
        for (const label of ["refused", "unreachable"] as const) {
          const { domain, owner } = yield* demanded(label)
          yield* label === "refused" ? inject(refusal) : inject("temporary", 1000)
          yield* attestName(owner)
          yield* attestEmail(owner)
          for (let hour = 0; hour < (label === "refused" ? 1 : 26); hour++) {
            yield* round
            yield* TestClock.adjust("1 hour")
          }
          yield* round
          yield* RegistrySimulator.use(({ faults }) => faults.clear)
          assert.deepStrictEqual(yield* statesOf(owner), ["NAME UNVERIFIED", "EMAIL UNVERIFIED"], label)
          assert.deepStrictEqual(yield* contactEvents(owner), ["VERIFICATION/FAILURE"])
          const [failure] = yield* eventListOf(owner, owner.contact_id)
          assert.strictEqual(
            failure?.event_data.error?.code,
            label === "refused" ? "ERROR_DOMAIN_VERIFICATION_REGISTRY_REJECTED" : "ERROR_REGISTRY_UNAVAILABLE"
          )
          assert.deepStrictEqual(yield* statusTagsOf(domain), ["VERIFICATION_REQUIRED"])
          yield* attestName(owner)
          yield* attestEmail(owner)
          yield* jobs
          yield* recovery
          assert.deepStrictEqual(yield* statesOf(owner), ["NAME VERIFIED", "EMAIL VERIFIED"], label)
        }
      }))
  })

  const sent: Array<string> = []
  const reported: Array<string> = []
  let decidesFrom = 1
  let during: Effect.Effect<void> = Effect.void
  /** A registry that keeps the first commands without a decision. */
  const recording = (registry: Registry): Registry => ({
    ...registry,
    reportVerification: (command) => {
      sent.push(command.reference)
      reported.push(`${command.claims.join("+")} by ${command.method}, ${command.proof}, ${command.reference}`)
      if (sent.length >= decidesFrom) return registry.reportVerification(command)
      return Effect.as(sent.length === 1 ? during : Effect.void, { completed: true })
    }
  })
  const unable = (registry: Registry): Registry =>
    recording({ ...registry, capabilities: { ...registry.capabilities, verification_reports: false } })
  const changedBy = (change: (registry: Registry) => Registry): Layer.Layer<PlatformServices> =>
    Layer.orDie(layerPlatform({ storage, tlds: testTlds, registries: changedRegistries(change) }))

  layer(changedBy(recording))(`Reports with other evidence (${name})`, (it) => {
    it.effect("follow if it was attested while a report was sent", () =>
      Effect.gen(function*() {
        const { owner } = yield* demanded("meanwhile")
        const services = yield* Effect.context<PlatformServices>()
        // The job of this attestation finds the report open.
        during = TestClock.adjust("1 second").pipe(
          Effect.andThen(attestName(owner, "kyc-2")),
          Effect.andThen(jobs),
          Effect.orDie,
          Effect.asVoid,
          Effect.provideContext(services)
        )
        sent.length = 0
        decidesFrom = 3
        yield* attestEmail(owner)
        yield* attestName(owner)
        yield* recovery
        yield* recovery
        assert.deepStrictEqual(sent, ["kyc-1", "mail-1", "kyc-2", "mail-1"])
        assert.deepStrictEqual(yield* statesOf(owner), ["NAME VERIFIED", "EMAIL VERIFIED"])
      }))

    it.effect("state for each claim how it was verified", () =>
      Effect.gen(function*() {
        const { owner } = yield* demanded("truthful")
        reported.length = 0
        sent.length = 0
        decidesFrom = 1
        yield* attestName(owner)
        yield* recovery
        assert.deepStrictEqual(reported, [])
        yield* attestEmail(owner)
        yield* jobs
        yield* recovery
        assert.deepStrictEqual(reported, [
          "NAME by VDIG, PASSPORT, kyc-1",
          "EMAIL by REACHABILITY, EMAIL_VER_TRANSACTION_LOG, mail-1"
        ])
        assert.deepStrictEqual(yield* statesOf(owner), ["NAME VERIFIED", "EMAIL VERIFIED"])
      }))

    it.effect("follow if another claim is demanded while a report is sent, with the same evidence", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* demanded("more")
        const services = yield* Effect.context<PlatformServices>()
        const database = Attestations.use(({ attest }) =>
          owner.act(attest(owner.contact_id, {
            attestations: (["NAME", "EMAIL", "PHONE"] as const).map((claim) => ({ claim, ...bank }))
          }))
        )
        reported.length = 0
        sent.length = 0
        decidesFrom = 2
        during = ContactClaims.use(({ demanded: demand }) =>
          demand({
            contact_id: owner.contact_id,
            organization_id: owner.organization_id,
            registry: domain.registry,
            domain_names: [domain.name],
            handle: null,
            claims: ["PHONE"]
          })
        ).pipe(Effect.andThen(database), Effect.orDie, Effect.asVoid, Effect.provideContext(services))
        yield* Attestations.use(({ attest }) =>
          owner.act(attest(owner.contact_id, {
            attestations: (["NAME", "EMAIL"] as const).map((claim) => ({ claim, ...bank }))
          }))
        )
        yield* recovery
        yield* recovery
        assert.deepStrictEqual(reported.map((report) => report.split(" ")[0]), ["NAME+EMAIL", "NAME+EMAIL+PHONE"])
      }))

    it.effect("are a failure of their own if the registry does not have the contact", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* demanded("homeless")
        sent.length = 0
        decidesFrom = 1
        yield* ContactClaims.use(({ decided, demanded: demand }) =>
          Effect.andThen(
            decided({
              contact_id: owner.contact_id,
              organization_id: owner.organization_id,
              registry: domain.registry,
              domain_names: null,
              verified: true,
              message: "Accepted"
            }),
            demand({
              contact_id: owner.contact_id,
              organization_id: owner.organization_id,
              registry: domain.registry,
              domain_names: [DomainName.make("registered-elsewhere.com")],
              handle: null,
              claims: ["NAME"]
            })
          )
        )
        yield* attestName(owner)
        yield* recovery
        assert.deepStrictEqual(sent, [])
        const events = yield* eventListOf(owner, owner.contact_id)
        const failure = events.find(({ subtype }) => subtype === "FAILURE")
        assert.strictEqual(failure?.event_data.error?.code, "ERROR_CONTACT_VERIFICATION_UPSTREAM_NOT_FOUND")
        assert.deepStrictEqual(yield* statesOf(owner), ["NAME UNVERIFIED", "EMAIL VERIFIED"])
      }))
  })

  layer(changedBy(unable))(`Registries without reports (${name})`, (it) => {
    it.effect("get none, and attested claims wait for their decision", () =>
      Effect.gen(function*() {
        const { domain, owner } = yield* demanded("unable")
        sent.length = 0
        yield* attestEmail(owner)
        yield* attestName(owner)
        assert.deepStrictEqual(yield* openReports(owner, domain.registry), [])
        yield* recovery
        assert.deepStrictEqual(sent, [])
        assert.deepStrictEqual(yield* statesOf(owner), ["NAME IN_PROGRESS", "EMAIL IN_PROGRESS"])
      }))
  })
}

const refusal = new RegistryRefusal({ reason: "policy", result_code: 2306, text: "The evidence is too old" })
