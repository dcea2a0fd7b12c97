import { Effect, Option } from "effect"
import * as assert from "../drivers/assert.ts"
import { creation, hasStatus, info, newName, refused, register } from "./RegistryOrders.ts"
import { type RegistryTest, RegistryUnderTest } from "./RegistryUnderTest.ts"

/** Check and info commands about domains. */
export const queryContract = (it: RegistryTest) => {
  it.needs("checkDomains", "infoDomain", "createDomain").effect(
    "answers a check for every name, in the order of the command",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const free = yield* newName("generic")
        const { name: taken } = yield* register(generic)
        const { name: other } = yield* register(generic)
        const results = yield* generic.checkDomains([taken, free, other])
        assert.deepStrictEqual(results.map(({ available, name }) => [name, available]), [
          [taken, false],
          [free, true],
          [other, false]
        ])
        assert.isNull(results[1]?.reason)
      })
  )

  it.needs("checkDomains", "infoDomain", "createDomain").effect(
    "answers a check of more names than one command can have",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const { name: taken } = yield* register(generic)
        const free = yield* Effect.forEach(Array.from({ length: 299 }), () => newName("generic"))
        const results = yield* generic.checkDomains([...free, taken])
        assert.strictEqual(results.length, 300)
        assert.deepStrictEqual(results.filter(({ available }) => !available).map(({ name }) => name), [taken])
      })
  )

  it.needs("checkDomains").effect(
    "returns names of other registries and names against its rules as unavailable",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const results = yield* generic.checkDomains([yield* newName("elsewhere")])
        assert.deepStrictEqual(results.map(({ available }) => available), [false])
      })
  )

  it.needs("infoDomain", "createDomain").effect("shows the sponsor all data of a domain", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const order = yield* creation(generic)
      yield* generic.createDomain(order)
      const domain = yield* info(generic, order.name)
      assert.strictEqual(domain.sponsor, "account")
      assert.match(domain.roid, /^\S{3,89}$/)
      assert.deepStrictEqual(domain.contacts.map(({ type }) => type), order.contacts.map(({ type }) => type))
      if (order.auth_code !== null) assert.strictEqual(domain.auth_code, order.auth_code)
      assert.isNotNull(domain.created_on)
      assert.isNotNull(domain.expires_on)
      assert.isNull(domain.transferred_on)
    }))

  it.needs("infoDomain", "createDomain", "rival", "authCodes", "statuses", "contactRoles").effect(
    "shows others all data of a domain only with its auth code",
    () =>
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
      })
  )

  it.needs("infoDomain").effect("does not find a missing domain", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      assert.deepStrictEqual(yield* generic.infoDomain(yield* newName("generic")), Option.none())
    }))
}
