import { assert, describe, it } from "@effect/vitest"
import { localRegistrarIds, RegistryAccountId } from "@namewright/core/registry"
import { Effect } from "effect"
import { accountIdentity } from "../../src/driver/AccountIdentity.ts"

const account_id = RegistryAccountId.make("registry_account_00000000000000000000000000")

const identity = () => {
  const ids = localRegistrarIds()
  return { ids, own: accountIdentity({ account_id, registrar: "our-account", ids }) }
}

describe("the ids of the account at a registry", () => {
  it.effect("are compared without case and white space", () =>
    Effect.gen(function*() {
      const { own } = identity()
      for (const id of ["our-account", "OUR-Account", " our-account "]) {
        assert.strictEqual(yield* own.sponsorOf(id, "a.test"), "account")
      }
    }))

  it.effect("classify others as unknown until the registry has used one of them for a domain", () =>
    Effect.gen(function*() {
      const { ids, own } = identity()
      assert.strictEqual(yield* own.sponsorOf("REG-4711", "a.test"), "unknown")
      assert.strictEqual(yield* own.ownerOf("our-account"), "account")
      assert.strictEqual(yield* own.ownerOf("REG-4711"), "unknown")
      assert.strictEqual(yield* own.sponsorOf("OUR-ACCOUNT", "b.test"), "account")
      assert.strictEqual(yield* own.ownerOf("REG-4711"), "other")
      assert.deepStrictEqual(
        (yield* ids.ofAccount(account_id)).map(({ registrar_id, seen_with }) => [registrar_id, seen_with]),
        [["OUR-ACCOUNT", "b.test"]]
      )
    }))

  it.effect("include ids learned by this process or another one, until they are removed", () =>
    Effect.gen(function*() {
      const { ids, own } = identity()
      const elsewhere = accountIdentity({ account_id, registrar: "our-account", ids })
      yield* elsewhere.learn("REG-4711", "a.test")
      assert.strictEqual(yield* own.ownerOf("reg-4711"), "account")
      assert.strictEqual(yield* own.ownerOf("REG-4712"), "other")
      assert.deepStrictEqual(
        ["REG-4711", "our-account", "REG-4712"].map(yield* own.owners),
        ["account", "account", "other"]
      )
      yield* ids.forget(account_id, "REG-4711")
      assert.strictEqual(yield* own.ownerOf("REG-4711"), "unknown")
    }))
})
