import { assert, layer } from "@effect/vitest"
import { type Domain, DomainDnssec, DomainStore, DomainUpdates, ReplaceDnssecData } from "@namewright/core/domains"
import type { PlatformServices } from "@namewright/core/embed"
import { newCommandId, RegistryRefusal, RegistrySimulator } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { Effect, type Layer, Option, Schema } from "effect"
import {
  atRegistry,
  type Customer,
  customer,
  domainNow,
  eventListOf,
  eventsOf,
  ownedByRival,
  passDays,
  register,
  transferIn,
  updateOf
} from "./DomainsPlatform.ts"

export const ds = (key_tag: number, members: Record<string, unknown> = {}) => ({
  record_type: "ds_data",
  key_tag,
  algorithm: 13,
  digest_type: 2,
  digest: "ab".repeat(32),
  ...members
})

const key = (public_key: string, members: Record<string, unknown> = {}) => ({
  record_type: "key_data",
  flags: 257,
  protocol: 3,
  algorithm: 13,
  public_key,
  ...members
})

const requestOf = Schema.decodeUnknownSync(ReplaceDnssecData)

const replace = Effect.fnUntraced(function*(owner: Customer, { name }: Pick<Domain, "name">, data: unknown) {
  const dnssec = yield* DomainDnssec
  return yield* owner.act(dnssec.replace(name, requestOf(data)))
})

const listed = Effect.fnUntraced(function*(owner: Customer, { name }: Pick<Domain, "name">) {
  const dnssec = yield* DomainDnssec
  return yield* owner.act(dnssec.list(name))
})

const keyTags = (entries: ReadonlyArray<{ readonly key_tag?: number | null }>) => entries.map(({ key_tag }) => key_tag)

const tagsAtRegistry = Effect.fnUntraced(function*(domain: Domain) {
  const seen = yield* atRegistry(domain)
  return (seen?.dnssec ?? []).map((entry) => entry.record_type === "ds_data" ? entry.key_tag : entry.public_key)
})

export const dnssecSuite = (name: string, platform: Layer.Layer<PlatformServices>) => {
  layer(platform)(`DNSSEC data at the registry (${name})`, (it) => {
    it.effect("replace all others, and entries that remain keep their ids", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "keys.com")
        assert.deepStrictEqual(yield* listed(owner, domain), [])
        const [first, second] = yield* replace(owner, domain, [ds(1), { ...ds(2), record_type: null }])
        assert.deepStrictEqual([first?.digest, second?.record_type], ["AB".repeat(32), "ds_data"])
        const next = yield* replace(owner, domain, [ds(2, { digest: "AB".repeat(32) }), ds(3)])
        assert.deepStrictEqual(keyTags(next), [2, 3])
        assert.strictEqual(next[0]?.domain_dnssec_data_id, second?.domain_dnssec_data_id)
        assert.deepStrictEqual(yield* listed(owner, domain), next)
        assert.deepStrictEqual(yield* tagsAtRegistry(domain), [2, 3])
      }))

    it.effect("are all removed by an empty list, by null, and by their deletion", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const dnssec = yield* DomainDnssec
        const domain = yield* register(owner, "emptied.com")
        const removals = [
          replace(owner, domain, []),
          replace(owner, domain, null),
          owner.act(dnssec.remove(domain.name))
        ]
        for (const removal of removals) {
          yield* replace(owner, domain, [ds(1)])
          yield* removal
          assert.deepStrictEqual(yield* listed(owner, domain), [])
          assert.deepStrictEqual(yield* tagsAtRegistry(domain), [])
        }
        assert.lengthOf(
          (yield* eventsOf(owner, domain.domain_id)).filter((event) => event === "MODIFICATION/SUCCESS"),
          6
        )
      }))

    it.effect("are sent once: the same list changes nothing, and a repeated entry counts once", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "same.com")
        const once = yield* replace(owner, domain, [ds(1), ds(1, { digest: "AB".repeat(32) })])
        assert.deepStrictEqual(keyTags(once), [1])
        assert.deepStrictEqual(yield* replace(owner, domain, [ds(1)]), once)
        assert.lengthOf(
          (yield* eventsOf(owner, domain.domain_id)).filter((event) => event === "MODIFICATION/SUCCESS"),
          1
        )
      }))

    it.effect("are keys if the registry accepts keys", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "keydata.de")
        const [stored] = yield* replace(owner, domain, [key("AQ=="), { ...key("Ag=="), record_type: null }])
        assert.deepStrictEqual([stored?.public_key, stored?.digest, stored?.flags], ["AQ==", null, 257])
        assert.deepStrictEqual(yield* tagsAtRegistry(domain), ["AQ==", "Ag=="])
      }))

    it.effect("are refused by the rules of the TLD, with every problem, and nothing changes", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "ruled.com")
        yield* replace(owner, domain, [ds(1)])
        const refused = yield* Effect.flip(replace(owner, domain, [key("AQ=="), ds(2, { digest: "ab" })]))
        assert.deepStrictEqual(
          refused._tag === "PolicyViolation" ? refused.errors.map(({ pointer }) => pointer) : [refused._tag],
          ["dnssec[0].record_type", "dnssec[1].digest"]
        )
        assert.deepStrictEqual(keyTags(yield* listed(owner, domain)), [1])
        assert.deepStrictEqual(yield* tagsAtRegistry(domain), [1])
      }))

    it.effect("are refused if a member is missing or invalid", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "parts.com")
        const refused = yield* Effect.flip(
          replace(owner, domain, [
            { algorithm: 13, key_tag: 1 },
            key("no-base64", { flags: null }),
            ds(1, { digest: "x" })
          ])
        )
        assert.deepStrictEqual(
          refused._tag === "InvalidInput" ? refused.issues.map(({ loc, type }) => `${loc.join(".")} ${type}`) : [],
          [
            "body.0.digest_type missing",
            "body.0.digest missing",
            "body.1.flags missing",
            "body.1.public_key base64",
            "body.2.digest hexadecimal"
          ]
        )
      }))

    it.effect("require a TLD with DNSSEC, and a domain of this platform that is not locked", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const updates = yield* DomainUpdates
        const store = yield* DomainStore
        const tagOf = (domain: Domain) => Effect.map(Effect.flip(replace(owner, domain, [ds(1)])), ({ _tag }) => _tag)
        assert.strictEqual(yield* tagOf(yield* register(owner, "plain.unsigned")), "DnssecNotSupported")
        const locked = yield* register(owner, "locked-keys.com")
        yield* owner.act(updates.update(locked.name, updateOf({ statuses: ["clientUpdateProhibited"] })))
        assert.strictEqual(yield* tagOf(locked), "DomainStatusProhibited")
        const foreign = yield* register(owner, "foreign-keys.com")
        yield* store.save({ ...foreign, read_only: true })
        assert.strictEqual(yield* tagOf(foreign), "DomainReadOnly")
        assert.strictEqual(yield* tagOf({ ...foreign, name: DomainName.make("nobody.com") }), "DomainNotFound")
      }))

    it.effect("are unchanged if the registry refuses, and the owner is notified", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { faults } = yield* RegistrySimulator
        const domain = yield* register(owner, "refused-keys.com")
        const fault = new RegistryRefusal({ reason: "policy", result_code: 2306, text: "No more keys" })
        yield* faults.inject({ method: "updateDomain", object: domain.name, fault })
        const refused = yield* Effect.flip(replace(owner, domain, [ds(1)]))
        assert.strictEqual(
          refused._tag === "RegistryPolicyRefused" ? refused.detail : refused._tag,
          "2306 No more keys"
        )
        assert.deepStrictEqual(yield* listed(owner, domain), [])
        const [last] = (yield* eventListOf(owner, domain.domain_id)).toReversed()
        assert.deepStrictEqual([last?.type, last?.subtype], ["MODIFICATION", "FAILURE"])
      }))

    it.effect("are read after a transfer and a synchronisation, and removed with the domain", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const before = yield* ownedByRival("moving-keys.slow", "slow-registry", "Transfer-Code-1")
        yield* before.updateDomain({
          command_id: yield* newCommandId,
          name: DomainName.make("moving-keys.slow"),
          add: { contacts: [], nameservers: [], statuses: [], dnssec: [{ ...dsAtRegistry, key_tag: 7 }] },
          remove: { contacts: [], nameservers: [], statuses: [], dnssec: [] },
          change: { registrant: null, auth_code: null, attributes: {} }
        })
        const domain = yield* transferIn(owner, "moving-keys.slow")
        yield* passDays(6)
        assert.deepStrictEqual(keyTags(yield* listed(owner, domain)), [7])
        const { registry } = yield* RegistrySimulator
        yield* registry(domain.registry).updateDomain({
          command_id: yield* newCommandId,
          name: domain.name,
          add: { contacts: [], nameservers: [], statuses: [], dnssec: [{ ...dsAtRegistry, key_tag: 8 }] },
          remove: { contacts: [], nameservers: [], statuses: [], dnssec: [] },
          change: { registrant: null, auth_code: null, attributes: {} }
        })
        const store = yield* DomainStore
        yield* store.save({ ...(yield* domainNow(owner, domain)), next_action_on: domain.created_on })
        yield* passDays(1)
        assert.deepStrictEqual(keyTags(yield* listed(owner, domain)), [7, 8])
        yield* store.remove(domain.domain_id)
        assert.isTrue(Option.isNone(yield* store.find(domain.domain_id)))
        const gone = yield* Effect.flip(listed(owner, domain))
        assert.strictEqual(gone._tag, "DomainNotFound")
      }))
  })
}

const dsAtRegistry = {
  record_type: "ds_data",
  algorithm: 13,
  digest_type: 2,
  digest: "CD".repeat(32)
} as const
