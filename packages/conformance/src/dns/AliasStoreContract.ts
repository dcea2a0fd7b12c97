import { assert, layer } from "@effect/vitest"
import { AliasStore, newZoneId, type StoredAlias } from "@namewright/core/dns"
import { Instant, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { named } from "./ZoneSamples.ts"

const newAlias = Effect.fnUntraced(function*(members: Partial<StoredAlias> = {}) {
  const dns_zone_id = yield* newZoneId
  const zone_name = named(`${dns_zone_id.replace("zone_", "")}.example.`)
  const alias: StoredAlias = {
    dns_zone_id,
    zone_name,
    name: zone_name,
    target: named("a.host.test."),
    ipv4: ["192.0.2.1", "192.0.2.2"],
    ipv6: [],
    ttl: 300,
    due_on: DateTime.addDuration(yield* Instant.now, "5 minutes"),
    ...members
  }
  return alias
})

/** Contract of AliasStore. */
export const aliasStoreContract = <E>(name: string, storage: Layer.Layer<AliasStore | Transaction, E>) =>
  layer(storage)(`AliasStore (${name})`, (it) => {
    it.effect("keeps the first addresses of a name and target", () =>
      Effect.gen(function*() {
        const store = yield* AliasStore
        const alias = yield* newAlias()
        const second = { ...alias, name: named(`b.${alias.zone_name}`) }
        yield* store.add([alias, second])
        yield* store.add([{ ...alias, ipv4: ["192.0.2.9"] }])
        assert.deepStrictEqual(yield* store.ofZone(alias.dns_zone_id), [alias, second])
        const elsewhere = { ...alias, target: named("b.host.test."), ipv6: ["::1"] }
        yield* store.add([elsewhere])
        assert.deepStrictEqual(yield* store.ofZone(alias.dns_zone_id), [elsewhere, second])
        yield* store.update({ ...alias, ipv4: ["192.0.2.9"] })
        assert.deepStrictEqual(yield* store.ofZone(alias.dns_zone_id), [elsewhere, second])
        const updated = { ...elsewhere, ipv4: [], ttl: 60 }
        yield* store.update(updated)
        yield* store.remove(second.dns_zone_id, second.name)
        assert.deepStrictEqual(yield* store.ofZone(alias.dns_zone_id), [updated])
      }))

    it.effect("claims due names, each once until it is due again", () =>
      Effect.gen(function*() {
        const store = yield* AliasStore
        const { atomically } = yield* Transaction
        const alias = yield* newAlias()
        yield* store.add([alias])
        const claim = Effect.gen(function*() {
          const now = yield* Instant.now
          const claimed = yield* atomically(store.claim(100, now, DateTime.addDuration(now, "1 minute")))
          return claimed.filter(({ dns_zone_id }) => dns_zone_id === alias.dns_zone_id).map((row) => row.name)
        })
        assert.deepStrictEqual(yield* claim, [])
        yield* TestClock.adjust("5 minutes")
        assert.deepStrictEqual(yield* claim, [alias.name])
        assert.deepStrictEqual(yield* claim, [])
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(yield* claim, [alias.name])
        yield* store.update({ ...alias, due_on: DateTime.addDuration(yield* Instant.now, "1 hour") })
        yield* TestClock.adjust("59 minutes")
        assert.deepStrictEqual(yield* claim, [])
      }))
  })
