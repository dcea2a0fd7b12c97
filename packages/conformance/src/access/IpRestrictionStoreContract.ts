import { assert, layer } from "@effect/vitest"
import { IpRestrictionStore } from "@namewright/core/access"
import { Instant, newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { Effect, type Layer, Option } from "effect"

const insert = Effect.fnUntraced(function*(organization_id: OrganizationId, ip_network: string) {
  const store = yield* IpRestrictionStore
  return yield* store.insert({ organization_id, ip_network, last_used_on: null, created_on: yield* Instant.now })
})

/** Contract of storage adapters for IP restrictions. */
export const ipRestrictionStoreContract = <E>(name: string, storage: Layer.Layer<IpRestrictionStore, E>) =>
  layer(storage)(`IpRestrictionStore (${name})`, (it) => {
    it.effect("numbers networks, and lists those of an organization in the order of creation", () =>
      Effect.gen(function*() {
        const store = yield* IpRestrictionStore
        const organization = yield* newOrganizationId
        const first = Option.getOrThrow(yield* insert(organization, "198.51.100.0/24"))
        const second = Option.getOrThrow(yield* insert(organization, "192.0.2.1/32"))
        assert.isAbove(second.ip_restriction_id, first.ip_restriction_id)
        assert.deepStrictEqual(yield* store.list(organization), [first, second])
        assert.deepStrictEqual(yield* store.list(yield* newOrganizationId), [])
      }))

    it.effect("stores a network once per organization", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        assert.isTrue(Option.isSome(yield* insert(organization, "192.0.2.0/24")))
        assert.deepStrictEqual(yield* insert(organization, "192.0.2.0/24"), Option.none())
        assert.isTrue(Option.isSome(yield* insert(yield* newOrganizationId, "192.0.2.0/24")))
      }))
  })
