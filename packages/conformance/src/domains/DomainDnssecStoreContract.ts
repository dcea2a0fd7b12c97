import { assert, layer } from "@effect/vitest"
import { type DomainDnssecData, DomainDnssecStore, newDomainDnssecDataId } from "@namewright/core/domains"
import { type DomainId, Instant, newDomainId } from "@namewright/core/shared"
import { Effect, type Layer } from "effect"

const newEntry = Effect.fnUntraced(function*(
  domain_id: DomainId,
  members: Partial<DomainDnssecData>
): Effect.fn.Return<DomainDnssecData> {
  const now = yield* Instant.now
  return {
    domain_dnssec_data_id: yield* newDomainDnssecDataId,
    domain_id,
    record_type: "ds_data",
    algorithm: 13,
    key_tag: null,
    digest_type: null,
    digest: null,
    flags: null,
    protocol: null,
    public_key: null,
    created_on: now,
    updated_on: now,
    ...members
  }
})

export const domainDnssecStoreContract = <R, E>(name: string, storage: Layer.Layer<DomainDnssecStore | R, E>) => {
  layer(storage)(`DNSSEC data of domains (${name})`, (it) => {
    it.effect("come back in the order of the registry, and are replaced as a whole", () =>
      Effect.gen(function*() {
        const store = yield* DomainDnssecStore
        const [domain, other] = [yield* newDomainId, yield* newDomainId]
        const ds = yield* newEntry(domain, { key_tag: 65_535, digest_type: 4, digest: "A1".repeat(48) })
        const key = yield* newEntry(domain, {
          record_type: "key_data",
          flags: 257,
          protocol: 3,
          public_key: "A".repeat(8192)
        })
        const kept = yield* newEntry(other, { key_tag: 0, digest_type: 2, digest: "B2".repeat(32) })
        yield* store.replace(other, [kept])
        yield* store.replace(domain, [key, ds])
        assert.deepStrictEqual(yield* store.ofDomain(domain), [key, ds])
        yield* store.replace(domain, [ds])
        assert.deepStrictEqual(yield* store.ofDomain(domain), [ds])
        yield* store.replace(domain, [])
        assert.deepStrictEqual(yield* store.ofDomain(domain), [])
        assert.deepStrictEqual(yield* store.ofDomain(other), [kept])
      }))
  })
}
