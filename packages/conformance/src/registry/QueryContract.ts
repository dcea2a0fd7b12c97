import { assert } from "@effect/vitest"
import { DomainName } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { hasStatus, info, newName, refused, register } from "./RegistryOrders.ts"
import { type ContractTest, RegistryUnderTest } from "./RegistryUnderTest.ts"

/** Check and info commands about domains. */
export const queryContract = (it: ContractTest) => {
  it.effect("answers a check for every name, in the order of the command", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const free = yield* newName("generic")
      const { name: taken } = yield* register(generic)
      const results = yield* generic.checkDomains([taken, free, DomainName.make("taken-a.generic")])
      assert.deepStrictEqual(results.map(({ available, name }) => [name, available]), [
        [taken, false],
        [free, true],
        ["taken-a.generic", false]
      ])
      assert.isNull(results[1]?.reason)
      assert.isNotNull(results[0]?.reason)
    }))

  it.effect("answers a check of more names than one command can have", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const { name: taken } = yield* register(generic)
      const free = yield* Effect.forEach(Array.from({ length: 299 }), () => newName("generic"))
      const results = yield* generic.checkDomains([...free, taken])
      assert.strictEqual(results.length, 300)
      assert.deepStrictEqual(results.filter(({ available }) => !available).map(({ name }) => name), [taken])
    }))

  it.effect("returns names of other registries and names against its rules as unavailable", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const foreign = DomainName.make("name.country")
      const results = yield* generic.checkDomains([foreign])
      assert.deepStrictEqual(results.map(({ available }) => available), [false])
    }))

  it.effect("shows the sponsor all data of a domain", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const domain = yield* register(generic)
      assert.strictEqual(domain.sponsor, "account")
      assert.match(domain.roid, /^\S{3,89}$/)
      assert.deepStrictEqual(domain.contacts.map(({ type }) => type), ["registrant", "admin", "tech"])
      assert.strictEqual(domain.auth_code, "Correct-Horse-1")
      assert.isNotNull(domain.created_on)
      assert.isNotNull(domain.expires_on)
      assert.isNull(domain.transferred_on)
    }))

  it.effect("shows others all data of a domain only with its auth code", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* RegistryUnderTest
      const { name } = yield* register(ours.generic)
      const reduced = yield* info(theirs.generic, name)
      assert.notStrictEqual(reduced.sponsor, "account")
      hasStatus(reduced, "inactive")
      assert.isNull(reduced.auth_code)
      yield* refused(theirs.generic.infoDomain(name, "Wrong-Horse-1"), "invalidAuthCode", "notSponsor")
      const whole = Option.getOrThrow(yield* theirs.generic.infoDomain(name, "Correct-Horse-1"))
      assert.notStrictEqual(whole.sponsor, "account")
      assert.strictEqual(whole.contacts.length, 3)
    }))

  it.effect("does not find a missing domain", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      assert.deepStrictEqual(yield* generic.infoDomain(yield* newName("generic")), Option.none())
    }))
}
