import { assert, describe, layer } from "@effect/vitest"
import { DomainStore, OwnedDomains } from "@namewright/core/domains"
import { layerPlatform, type Storage } from "@namewright/core/embed"
import {
  type ConnectRegistrar,
  type RegistrarCredential,
  RegistrarCredentials,
  RegistrarCredentialStore,
  type RegistrarDomain,
  RegistrarFailed,
  RegistrarSync,
  type SimulatedAccount,
  simulatedRegistrar
} from "@namewright/core/registrars"
import { CurrentActor, DomainName, Instant, newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, Exit, type Layer, Option, Redacted, Tracer } from "effect"
import { TestClock } from "effect/testing"
import { administrator } from "../Actors.ts"
import { newDomain, newLabel } from "../domains/DomainSamples.ts"

const actingFor = (organization: OrganizationId) => Effect.provideService(CurrentActor, administrator(organization))

const accounts = new Map<string, SimulatedAccount>()

const secret = (api_key: string): ConnectRegistrar["credentials"] => ({
  api_key: Redacted.make(api_key, { label: "registrar_secret" })
})

/** An account with domains, and the organization that has connected it. */
const connected = Effect.fnUntraced(function*(labels: ReadonlyArray<string>, owner?: OrganizationId) {
  const label = yield* newLabel
  const key = `key-${label}`
  const domains = new Map<string, RegistrarDomain>(labels.map((one) => [`${one}${label}.com`, {
    name: `${one.toUpperCase()}${label}.COM`,
    registered_on: "2024-01-01T00:00:00+02:00",
    expires_on: new Date("2030-01-01T00:00:00.500Z"),
    renews: true,
    statuses: ["clientTransferProhibited", "made-up"],
    nameservers: ["NS1.example.net.", "ns2.example.net", "ns1.example.net"]
  }]))
  accounts.set(key, { domains })
  const organization = owner ?? (yield* newOrganizationId)
  const credentials = yield* RegistrarCredentials
  const credential = yield* actingFor(organization)(
    credentials.connect({ name: "Old", registrar: "OPENSRS", credentials: secret(key) })
  )
  return { credential, domains, key, label, organization, as: actingFor(organization) }
})

const run = Effect.fnUntraced(function*({ registrar_credential_id: id }: RegistrarCredential, isLast = true) {
  const sync = yield* RegistrarSync
  const store = yield* RegistrarCredentialStore
  // Each success has a time of its own.
  yield* TestClock.adjust("1 minute")
  const credential = Option.getOrThrow(yield* store.lock(id))
  if (credential.sync_status === "succeeded") {
    yield* store.save({ ...credential, sync_status: "pending" })
  }
  yield* sync.run(id, credential.generation, isLast)
  return Option.getOrThrow(yield* store.lock(id))
})

const shownOf = Effect.fnUntraced(function*(organization: OrganizationId) {
  const store = yield* DomainStore
  const { items } = yield* store.list(
    organization,
    {},
    { by: "name", order: "asc" },
    { page: 1, page_size: 100 },
    { now: yield* Instant.now, tags: true }
  )
  return items
})

const namesOf = (organization: OrganizationId) =>
  Effect.map(shownOf(organization), (items) => items.map(({ domain }) => String(domain.name)))

/** Statements of an effect that change tables of domains. */
const domainWrites = Effect.fnUntraced(function*<A, E, R>(work: Effect.Effect<A, E, R>) {
  const texts: Array<string> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      const { attribute } = span
      span.attribute = (key, value) => {
        if (key === "db.query.text") texts.push(String(value))
        attribute.call(span, key, value)
      }
      return span
    }
  })
  yield* Effect.withTracer(work, tracer)
  assert.isNotEmpty(texts)
  return texts.filter((text) =>
    /^\s*(?:WITH|INSERT|UPDATE|DELETE)/i.test(text) && /domain/i.test(text) && !/registrar_credentials/.test(text)
  )
})

/** Contract of a synchronisation with an external registrar, on any storage. */
export const registrarSyncContract = <E>(name: string, storage: Layer.Layer<Storage, E>) =>
  describe(`RegistrarSync (${name})`, () => {
    layer(layerPlatform({ storage, registrars: { OPENSRS: simulatedRegistrar(accounts) } }))((it) => {
      it.effect("shows the domains of the account, read-only and tagged, and writes nothing if nothing has changed", () =>
        Effect.gen(function*() {
          const { credential, label, organization } = yield* connected(["a", "b"])
          assert.deepStrictEqual([credential.sync_status, credential.domain_count], ["pending", 0])
          const synced = yield* run(credential)
          assert.deepStrictEqual([synced.sync_status, synced.domain_count, synced.skipped_count], ["succeeded", 2, 0])
          assert.isNotNull(synced.last_synced_on)
          const [first, ...others] = yield* shownOf(organization)
          assert.strictEqual(others.length, 1)
          assert.deepStrictEqual(first?.status_tags, ["EXTERNAL"])
          const domain = first?.domain
          assert.strictEqual(domain?.name, `a${label}.com`)
          assert.deepInclude(domain, {
            sld: `a${label}`,
            tld: "com",
            registrar: "OPENSRS",
            registrar_credential_id: credential.registrar_credential_id,
            read_only: true,
            renewal_mode: "renew",
            registry_statuses: ["clientTransferProhibited"],
            next_action_on: null
          })
          assert.deepStrictEqual(domain?.registered_on, DateTime.makeUnsafe("2023-12-31T22:00:00Z"))
          assert.deepStrictEqual(domain?.expires_on, DateTime.makeUnsafe("2030-01-01T00:00:00Z"))
          assert.deepStrictEqual(domain?.nameservers.map(({ hostname }) => String(hostname)), [
            "ns1.example.net",
            "ns2.example.net"
          ])
          const owned = yield* OwnedDomains
          const refused = yield* Effect.flip(
            owned.getWritable(administrator(organization), domain?.name ?? DomainName.make("none.com"))
          )
          assert.strictEqual(refused._tag, "DomainReadOnly")
          assert.deepStrictEqual(yield* domainWrites(run(credential)), [])
          assert.deepStrictEqual((yield* shownOf(organization))[0], first)
        }))

      it.effect("writes what has changed, and only that", () =>
        Effect.gen(function*() {
          const { credential, domains, label, organization } = yield* connected(["a", "b", "c"])
          yield* run(credential)
          const before = yield* shownOf(organization)
          domains.set(`b${label}.com`, { name: `b${label}.com`, expires_on: "2031-01-01T00:00:00Z" })
          domains.set(`d${label}.com`, { name: `d${label}.com` })
          yield* run(credential)
          const after = yield* shownOf(organization)
          assert.deepStrictEqual([after[0], after[2]], [before[0], before[2]])
          assert.strictEqual(after[1]?.domain.domain_id, before[1]?.domain.domain_id)
          assert.deepStrictEqual(
            [after[1]?.domain.renewal_mode, after[1]?.domain.registry_statuses, after[1]?.domain.nameservers],
            ["expire", ["ok"], []]
          )
          assert.deepStrictEqual(after[1]?.status_tags, ["EXTERNAL"])
          assert.strictEqual(after[3]?.domain.name, `d${label}.com`)
        }))

      it.effect("drops a domain that two listings lack, and keeps one that comes back", () =>
        Effect.gen(function*() {
          const { credential, domains, label, organization } = yield* connected(["a", "b"])
          yield* run(credential)
          const b = domains.get(`b${label}.com`) ?? { name: "" }
          domains.clear()
          yield* run(credential)
          assert.strictEqual((yield* namesOf(organization)).length, 2)
          domains.set(`b${label}.com`, b)
          yield* run(credential)
          assert.deepStrictEqual(yield* namesOf(organization), [`b${label}.com`])
          domains.clear()
          yield* run(credential)
          assert.deepStrictEqual(yield* namesOf(organization), [`b${label}.com`])
          const synced = yield* run(credential)
          assert.deepStrictEqual([yield* namesOf(organization), synced.domain_count], [[], 0])
        }))

      it.effect("does not count a listing twice that is repeated after a crash", () =>
        Effect.gen(function*() {
          const { credential, domains, label, organization } = yield* connected(["a", "b"])
          const store = yield* RegistrarCredentialStore
          const before = yield* run(credential)
          domains.delete(`a${label}.com`)
          yield* run(credential)
          // The process ended after the missing domain was noted, and before the success was stored.
          yield* store.save({ ...before, sync_status: "running" })
          yield* run(credential)
          assert.lengthOf(yield* namesOf(organization), 2)
          yield* run(credential)
          assert.deepStrictEqual(yield* namesOf(organization), [`b${label}.com`])
        }))

      it.effect("stores a failure of the installation itself, so that it can be requested again", () =>
        Effect.gen(function*() {
          const { as, credential } = yield* connected(["a"])
          const credentials = yield* RegistrarCredentials
          const store = yield* RegistrarCredentialStore
          const { registrar_credential_id: id } = credential
          const stored = Option.getOrThrow(yield* store.lock(id))
          yield* store.save({ ...stored, secrets: "sealed with a key that is gone" })
          assert.isTrue(Exit.isFailure(yield* Effect.exit(run(credential, false))))
          assert.deepInclude(yield* as(credentials.get(id)), { sync_status: "pending" })
          assert.isTrue(Exit.isFailure(yield* Effect.exit(run(credential))))
          assert.deepInclude(yield* as(credentials.get(id)), {
            sync_status: "failed",
            error_code: "ERROR_REGISTRAR_UNAVAILABLE",
            error_detail: null
          })
          assert.strictEqual((yield* as(credentials.sync(id))).sync_status, "pending")
        }))

      it.effect("leaves out names that are held here, shown for another credential, or invalid", () =>
        Effect.gen(function*() {
          const { credential, domains, label, organization } = yield* connected(["a"])
          const store = yield* DomainStore
          const native = yield* newDomain(yield* newOrganizationId, `native${label}.com`)
          yield* store.insert(native)
          domains.set("native", { name: native.name })
          domains.set("invalid", { name: "-bad-.com" })
          const other = yield* connected([])
          other.domains.set("a", { name: `a${label}.com` })
          const synced = yield* run(credential)
          assert.deepStrictEqual([synced.domain_count, synced.skipped_count], [1, 2])
          assert.deepStrictEqual(yield* namesOf(organization), [`a${label}.com`])
          const skipping = yield* run(other.credential)
          assert.deepStrictEqual([skipping.domain_count, skipping.skipped_count], [0, 1])
          assert.deepStrictEqual(Option.getOrUndefined(yield* store.find(native.domain_id)), native)
        }))

      it.effect("removes the domains of a removed credential, or shows them for its successor", () =>
        Effect.gen(function*() {
          const { as, credential, domains, key, organization } = yield* connected(["a", "b"])
          yield* run(credential)
          const credentials = yield* RegistrarCredentials
          yield* as(credentials.remove(credential.registrar_credential_id))
          const gone = yield* Effect.flip(as(credentials.get(credential.registrar_credential_id)))
          assert.strictEqual(gone._tag, "RegistrarCredentialNotFound")
          domains.delete([...domains.keys()][1] ?? "")
          const next = yield* as(
            credentials.connect({ name: "New", registrar: "OPENSRS", credentials: secret(key) })
          )
          const synced = yield* run(next)
          assert.deepStrictEqual([synced.domain_count, synced.skipped_count], [1, 0])
          const { removeDomains } = yield* RegistrarSync
          yield* removeDomains(credential.registrar_credential_id)
          assert.deepStrictEqual(yield* namesOf(organization), [...domains.keys()])
        }))

      it.effect("stores what a registrar refuses, and does nothing more until there are new secrets", () =>
        Effect.gen(function*() {
          const { as, credential } = yield* connected(["a"])
          const credentials = yield* RegistrarCredentials
          const store = yield* RegistrarCredentialStore
          const { registrar_credential_id: id } = credential
          for (
            const [wrong, code] of [["denied", "ERROR_CREDENTIAL_ACCESS"], [
              "rejected",
              "ERROR_CREDENTIAL_AUTH"
            ]] as const
          ) {
            const refused = yield* Effect.flip(as(credentials.rotate(id, { credentials: secret(wrong) })))
            assert.deepInclude(refused, { code })
          }
          assert.deepStrictEqual(yield* as(credentials.get(id)), credential)
          // The registrar no longer accepts the key that it accepted.
          const stored = Option.getOrThrow(yield* store.lock(id))
          yield* store.save({ ...stored, secrets: "plain.{\"api_key\":\"rejected\"}" })
          const lost = yield* Effect.flip(run(credential, false))
          assert.instanceOf(lost, RegistrarFailed)
          const failed = yield* as(credentials.get(id))
          assert.deepInclude(failed, {
            sync_status: "failed",
            error_code: "ERROR_CREDENTIAL_AUTH",
            error_detail: "Unknown key"
          })
          const refused = yield* Effect.flip(as(credentials.sync(id)))
          assert.deepInclude(refused, { code: "ERROR_CREDENTIAL_AUTH", error_detail: "Unknown key" })
          const { run: runAgain } = yield* RegistrarSync
          yield* runAgain(id, 1, true)
          assert.deepStrictEqual(yield* as(credentials.get(id)), failed)
          const rotated = yield* as(credentials.rotate(id, { credentials: secret("domains-1") }))
          assert.deepInclude(rotated, { sync_status: "pending", error_code: null, error_message: null })
          // A job for the earlier secrets has nothing to do.
          yield* runAgain(id, 1, true)
          assert.strictEqual((yield* as(credentials.get(id))).sync_status, "pending")
        }))
    })
  })
