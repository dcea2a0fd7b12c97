import { assert, it } from "@effect/vitest"
import { AllowedNetworks, asSystem, IpRestrictions, IpRestrictionStore } from "@namewright/core/access"
import { Instant, type OrganizationId } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { sentBy } from "../../../../test/sentStatements.ts"
import { accessPlatform, callWithKey, newCredential, newOrganization } from "./AccessPlatform.ts"

/** Stores a network like another process, which does not clear the cache of this one. */
const insert = Effect.fnUntraced(function*(organization_id: OrganizationId, ip_network: string) {
  const store = yield* IpRestrictionStore
  return yield* store.insert({ organization_id, ip_network, last_used_on: null, created_on: yield* Instant.now })
})

const create = (organization: OrganizationId, ip_network: string) =>
  asSystem(organization, IpRestrictions.use((restrictions) => restrictions.create({ ip_network })))

const lastUsed = (organization: OrganizationId) =>
  Effect.flatMap(
    IpRestrictionStore,
    ({ list }) => Effect.map(list(organization), (all) => all.map(({ last_used_on }) => last_used_on))
  )

const inside = "192.0.2.7"
const outside = "203.0.113.1"

it.layer(accessPlatform({ credential_cache_seconds: 5 }))("AllowedNetworks", (it) => {
  it.effect("reads the networks of an organization once in five seconds, and those of no other", () =>
    Effect.gen(function*() {
      const { admits } = yield* AllowedNetworks
      const organization = yield* newOrganization()
      yield* create(organization, "192.0.2.0/24")
      const [own, other] = [organization, yield* newOrganization()]
      const calls = Effect.all([
        admits(own, inside),
        admits(own, outside),
        admits(other, outside),
        admits(own, undefined)
      ])
      const first = yield* sentBy("first", calls)
      assert.deepStrictEqual([first.answer, first.sent.length], [[true, false, true, false], 2])
      yield* TestClock.adjust("4999 millis")
      assert.deepStrictEqual((yield* sentBy("cached", calls)).sent, [])
      yield* TestClock.adjust("1 millis")
      assert.lengthOf((yield* sentBy("expired", calls)).sent, 2)
    }))

  it.effect("follows changes of this process at once, and those of others after five seconds", () =>
    Effect.gen(function*() {
      const { admits } = yield* AllowedNetworks
      const organization = yield* newOrganization()
      assert.isTrue(yield* admits(organization, outside))
      yield* insert(organization, "198.51.100.0/24")
      assert.isTrue(yield* admits(organization, outside))
      yield* create(organization, "192.0.2.0/24")
      assert.deepStrictEqual([yield* admits(organization, outside), yield* admits(organization, inside)], [false, true])
      yield* insert(organization, "203.0.113.0/24")
      assert.isFalse(yield* admits(organization, outside))
      yield* TestClock.adjust("5 seconds")
      assert.isTrue(yield* admits(organization, outside))
    }))

  it.effect("costs a key no statement of its own", () =>
    Effect.gen(function*() {
      const organization = yield* newOrganization()
      const { api_key } = yield* newCredential(organization)
      const open = yield* sentBy("open", callWithKey(api_key, inside))
      yield* create(organization, "192.0.2.0/24")
      const restricted = yield* sentBy("restricted", callWithKey(api_key, inside))
      assert.isAtMost(restricted.sent.length, open.sent.length)
      assert.deepStrictEqual((yield* sentBy("again", callWithKey(api_key, inside))).sent, [])
    }))

  it.effect("writes uses ten seconds later, in one statement for all, and again after five minutes", () =>
    Effect.gen(function*() {
      const { admits } = yield* AllowedNetworks
      const organizations = [yield* newOrganization(), yield* newOrganization()]
      for (const organization of organizations) yield* create(organization, "192.0.2.0/24")
      const used = Effect.map(Effect.forEach(organizations, lastUsed), (all) => all.flat())
      const use = Effect.forEach(organizations, (organization) => admits(organization, inside))
      const first = yield* sentBy("use", use)
      assert.isTrue(first.sent.every(({ text }) => text.startsWith("SELECT")))
      yield* TestClock.adjust("9 seconds")
      assert.deepStrictEqual(yield* used, [null, null])
      yield* TestClock.adjust("1 second")
      const written = yield* Instant.now
      assert.deepStrictEqual(yield* used, [written, written])
      yield* TestClock.adjust("299 seconds")
      yield* Effect.andThen(use, TestClock.adjust("0 seconds"))
      assert.deepStrictEqual(yield* used, [written, written])
      yield* TestClock.adjust("1 second")
      yield* Effect.andThen(use, TestClock.adjust("10 seconds"))
      const later = yield* Instant.now
      assert.deepStrictEqual(yield* used, [later, later])
    }))

  it.effect("writes the uses that are left when it stops", () =>
    Effect.gen(function*() {
      const organization = yield* newOrganization()
      yield* create(organization, "192.0.2.0/24")
      const use = Effect.flatMap(AllowedNetworks, ({ admits }) => admits(organization, inside))
      yield* Effect.provide(use, Layer.fresh(AllowedNetworks.layer))
      assert.deepStrictEqual(yield* lastUsed(organization), [yield* Instant.now])
    }))
})
