import { assert, layer } from "@effect/vitest"
import { type Domain, type DomainFilter, DomainStore } from "@namewright/core/domains"
import { ExternalDomainStore, newRegistrarCredentialId, type RegistrarCredentialId } from "@namewright/core/registrars"
import { Instant, newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"
import { nameservers, newDomain, newLabel } from "../domains/DomainSamples.ts"

type Storage = ExternalDomainStore | DomainStore | Transaction

const external = Effect.fnUntraced(function*(
  organization: OrganizationId,
  registrar_credential_id: RegistrarCredentialId,
  name: string,
  members: Partial<Domain> = {}
) {
  return yield* newDomain(organization, name, {
    registrar: "OPENSRS",
    registrar_credential_id,
    read_only: true,
    roid: "",
    nameservers: nameservers("ns1.example.net"),
    ...members
  })
})

const listed = Effect.fnUntraced(function*(organization: OrganizationId, filter: DomainFilter) {
  const store = yield* DomainStore
  const page = yield* store.list(
    organization,
    filter,
    { by: "name", order: "asc" },
    { page: 1, page_size: 1000 },
    { now: yield* Instant.now, tags: true }
  )
  return page.items
})

const names = (domains: ReadonlyArray<{ readonly domain: Domain }>) => domains.map(({ domain }) => domain.name)

/** A credential of a new organization, and a label for its names. */
const newAccount = Effect.all({
  organization: newOrganizationId,
  credential: newRegistrarCredentialId,
  label: newLabel
})

/** Contract of the storage of domains at external registrars, with the lists and counts of domains. */
export const externalDomainStoreContract = <E>(name: string, storage: Layer.Layer<Storage, E>) =>
  layer(storage)(`ExternalDomainStore (${name})`, (it) => {
    it.effect("stores many domains with their tag, in lists and counts, and removes them again", () =>
      Effect.gen(function*() {
        const { atomically } = yield* Transaction
        const store = yield* ExternalDomainStore
        const domains = yield* DomainStore
        const { credential, label, organization } = yield* newAccount
        const made = yield* Effect.forEach(
          Array.from({ length: 1203 }, (_, index) => index),
          (index) =>
            external(
              organization,
              credential,
              `d${String(index).padStart(4, "0")}${label}.${index % 2 === 0 ? "com" : "de"}`
            )
        )
        yield* domains.insert(yield* newDomain(organization, `own${label}.com`))
        const stored = yield* atomically(store.insertAll(made))
        assert.strictEqual(stored.size, made.length)
        for (const domain of [...made.slice(0, 1), ...made.slice(-1)]) {
          assert.deepStrictEqual(Option.getOrUndefined(yield* domains.find(domain.domain_id)), domain)
        }
        const tagged = yield* listed(organization, { status_tags: ["EXTERNAL"] })
        assert.strictEqual(tagged.length, 1000)
        assert.deepStrictEqual(tagged[0]?.status_tags, ["EXTERNAL"])
        assert.strictEqual((yield* listed(organization, { search: `1202${label}` })).length, 1)
        const counts = yield* domains.counts(organization, yield* Instant.now)
        assert.deepStrictEqual([counts.total_count, counts.by_tld["com"], counts.by_tld["de"]], [1204, 603, 601])
        assert.strictEqual(counts.by_status_tag["EXTERNAL"], 1203)
        yield* atomically(store.removeAll(credential, made.map(({ domain_id }) => domain_id)))
        assert.deepStrictEqual(names(yield* listed(organization, {})), [`own${label}.com`])
        assert.deepStrictEqual(names(yield* listed(organization, { search: label })), [`own${label}.com`])
        assert.strictEqual((yield* domains.counts(organization, yield* Instant.now)).total_count, 1)
        assert.deepStrictEqual(yield* store.ofCredential(credential, null, 10), [])
      }))

    it.effect("leaves names that exist to their owners", () =>
      Effect.gen(function*() {
        const { atomically } = yield* Transaction
        const store = yield* ExternalDomainStore
        const domains = yield* DomainStore
        const { credential, label, organization } = yield* newAccount
        const native = yield* newDomain(yield* newOrganizationId, `a${label}.com`)
        yield* domains.insert(native)
        const made = [
          yield* external(organization, credential, `a${label}.com`),
          yield* external(organization, credential, `b${label}.com`)
        ]
        assert.deepStrictEqual([...yield* atomically(store.insertAll(made))], [`b${label}.com`])
        assert.deepStrictEqual([...yield* atomically(store.insertAll(made))], [])
        const found = yield* store.named(made.map((domain) => domain.name))
        assert.sameMembers(found.map(({ domain_id }) => domain_id), [native.domain_id, made[1]?.domain_id])
        assert.deepStrictEqual(yield* store.named([]), [])
        // Only domains of the credential are removed.
        yield* atomically(store.removeAll(credential, [native.domain_id, ...made.map(({ domain_id }) => domain_id)]))
        assert.isTrue(Option.isSome(yield* domains.find(native.domain_id)))
        assert.isTrue(Option.isNone(yield* domains.find(made[1]?.domain_id ?? native.domain_id)))
      }))

    it.effect("lists the domains of a credential in parts", () =>
      Effect.gen(function*() {
        const { atomically } = yield* Transaction
        const store = yield* ExternalDomainStore
        const { credential, label, organization } = yield* newAccount
        const made = yield* Effect.forEach(["a", "b", "c"], (letter) =>
          external(organization, credential, `${letter}${label}.com`))
        yield* atomically(store.insertAll(made))
        yield* atomically(
          store.insertAll([yield* external(organization, yield* newRegistrarCredentialId, `x${label}.com`)])
        )
        const first = yield* store.ofCredential(credential, null, 2)
        const rest = yield* store.ofCredential(credential, first[1]?.domain_id ?? null, 2)
        assert.deepStrictEqual(
          [...first, ...rest].map((one) =>
            one.name
          ),
          made.map((one) => one.name)
        )
        assert.strictEqual(rest.length, 1)
      }))

    it.effect("remembers which domains a listing lacked", () =>
      Effect.gen(function*() {
        const store = yield* ExternalDomainStore
        const credential = yield* newRegistrarCredentialId
        const [one, two] = yield* Effect.forEach(
          ["a.com", "b.com"],
          (sample) => Effect.flatMap(newOrganizationId, (organization) => newDomain(organization, sample))
        )
        const ids = [one, two].flatMap((domain) => domain?.domain_id ?? [])
        const first = DateTime.makeUnsafe("2026-01-02T03:04:05.678Z")
        yield* store.markMissing(credential, { found: [], lost: ids.slice(1), last_synced_on: first })
        yield* store.markMissing(credential, { found: [], lost: ids, last_synced_on: null })
        const noted: ReadonlyArray<readonly [string, Instant.Instant | null]> = [...yield* store.missing(credential)]
        assert.sameDeepMembers([...noted], [[String(ids[0]), null], [String(ids[1]), first]])
        yield* store.markMissing(credential, { found: ids.slice(0, 1), lost: [], last_synced_on: null })
        assert.deepStrictEqual([...(yield* store.missing(credential)).keys()], ids.slice(1))
        assert.strictEqual((yield* store.missing(yield* newRegistrarCredentialId)).size, 0)
        yield* store.removeAll(credential, ids)
        assert.strictEqual((yield* store.missing(credential)).size, 0)
      }))
  })
