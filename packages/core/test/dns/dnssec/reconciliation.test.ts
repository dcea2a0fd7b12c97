import { assert, layer } from "@effect/vitest"
import { DomainDnssec, DomainUpdates, ReplaceDnssecData } from "@namewright/core/domains"
import { RegistryRefusal, RegistrySimulator } from "@namewright/core/registry"
import { Effect, Schema } from "effect"
import { updateOf } from "../../domains/DomainsPlatform.ts"
import {
  dsTags,
  enable,
  failuresOf,
  type Hosted,
  hosted,
  keysOf,
  onSqlite,
  pass,
  stateOf,
  tagsOf
} from "./SigningPlatform.ts"

const foreign = Schema.decodeUnknownSync(ReplaceDnssecData)([
  { algorithm: 13, key_tag: 4711, digest_type: 2, digest: "AB".repeat(32) }
])

const withForeignKey = Effect.fnUntraced(function*({ domain, owner }: Hosted) {
  const dnssec = yield* DomainDnssec
  yield* owner.act(dnssec.replace(domain.name, foreign))
})

const delegate = Effect.fnUntraced(function*({ domain, owner }: Hosted, ...hostnames: ReadonlyArray<string>) {
  const updates = yield* DomainUpdates
  yield* owner.act(
    updates.update(domain.name, updateOf({ nameservers: hostnames.map((hostname) => ({ hostname })) }))
  )
  yield* pass("1 second")
})

const ours = ["ns1.namewright.test", "ns2.namewright.test"] as const

layer(onSqlite)("New nameservers of a domain", (it) => {
  it.effect("that serve its signed zone replace the keys at the registry by those of the zone", () =>
    Effect.gen(function*() {
      const zone = yield* hosted("arrived.com", { elsewhere: true })
      yield* enable(zone)
      yield* withForeignKey(zone)
      yield* delegate(zone, ...ours)
      assert.deepStrictEqual<unknown>(yield* dsTags(zone), yield* tagsOf(zone))
      assert.strictEqual(yield* stateOf(zone), "published")
    }))

  it.effect("that serve its unsigned zone remove all keys", () =>
    Effect.gen(function*() {
      const zone = yield* hosted("arrived-unsigned.com", { elsewhere: true })
      yield* withForeignKey(zone)
      yield* delegate(zone, ...ours)
      assert.deepStrictEqual(yield* dsTags(zone), [])
    }))

  it.effect("elsewhere leave the registry's keys unchanged", () =>
    Effect.gen(function*() {
      const zone = yield* hosted("left.com")
      yield* withForeignKey(zone)
      yield* delegate(zone, "ns1.other.example")
      assert.deepStrictEqual(yield* dsTags(zone), [4711])
    }))

  it.effect("count as elsewhere while one of them is", () =>
    Effect.gen(function*() {
      const zone = yield* hosted("mixed.com", { elsewhere: true })
      yield* enable(zone)
      yield* withForeignKey(zone)
      yield* delegate(zone, ours[0], "ns1.other.example")
      assert.deepStrictEqual(yield* dsTags(zone), [4711])
    }))

  it.effect("with keys that the registry refuses keep the zone signed, and the owner is notified", () =>
    Effect.gen(function*() {
      const zone = yield* hosted("arrived-refused.com", { elsewhere: true })
      const { faults } = yield* RegistrySimulator
      yield* enable(zone)
      const fault = new RegistryRefusal({ reason: "policy", result_code: 2306, text: "No keys today" })
      yield* faults.inject({ method: "updateDomain", object: zone.domain.name, fault, after: 1 })
      yield* delegate(zone, ...ours)
      assert.deepStrictEqual(yield* failuresOf(zone), ["MODIFICATION 2306 No keys today"])
      assert.lengthOf(yield* keysOf(zone), 1)
    }))
})
