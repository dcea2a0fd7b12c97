import { assert, layer } from "@effect/vitest"
import { Availability } from "@namewright/core/domains"
import { layerPlatform } from "@namewright/core/embed"
import { type Registry, RegistryRefusal, RegistryRouter, RegistrySimulator } from "@namewright/core/registry"
import { Effect, Layer, Option } from "effect"
import { memoize } from "effect/Function"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { chargesOf, customer, register, transferIn } from "./DomainsPlatform.ts"

const words = "2306 Parameter value policy error; no sub-product is named"

/** A registry that refuses to check names that begin with `unchecked`, and checks the others. */
const refusing = memoize((registry: Registry): Registry => ({
  ...registry,
  checkDomains: (names) =>
    Effect.map(
      registry.checkDomains(names),
      (answers) =>
        answers.map((answer) =>
          answer.name.startsWith("unchecked") ? { ...answer, available: false, error: words } : answer
        )
    )
}))

const platform = Layer.orDie(layerPlatform({
  storage: memoryDatabase(),
  registries: Layer.effect(
    RegistryRouter,
    Effect.map(RegistryRouter, (router) => ({
      ...router,
      find: (backend: string) => Option.map(router.find(backend), refusing)
    }))
  ).pipe(Layer.provide(RegistrySimulator.layerRouter()))
}))

layer(platform)("The availability of names", (it) => {
  const checked = Effect.fnUntraced(function*(...names: ReadonlyArray<string>) {
    const owner = yield* customer()
    const availability = yield* Availability
    return yield* owner.act(availability.check(names))
  })

  it.effect("is an error with the registry's message for a name whose check it refuses", () =>
    Effect.gen(function*() {
      const [refused, free, taken] = yield* checked("unchecked.com", "free.com", "taken-a.com")
      assert.deepInclude(refused, { available: false, reason: null, error: { type: "check_error", message: words } })
      assert.deepInclude(free, { available: true, error: null })
      assert.deepInclude(taken, { available: false, error: null })
    }))

  it.effect("is an error for all names of a registry that refuses the whole check or does not respond", () =>
    Effect.gen(function*() {
      const { faults } = yield* RegistrySimulator
      const refusal = new RegistryRefusal({
        reason: "parameter",
        result_code: 2003,
        text: "Required parameter missing"
      })
      yield* faults.inject({ method: "checkDomains", fault: refusal })
      const message = "2003 Required parameter missing"
      for (const entry of yield* checked("one.com", "two.com")) {
        assert.deepStrictEqual(entry.error, { type: "check_error", message })
      }
      yield* faults.inject({ method: "checkDomains", fault: "temporary" })
      const [entry] = yield* checked("one.com")
      assert.deepStrictEqual(entry?.error, { type: "check_error", message: "The registry did not answer" })
    }))

  it.effect("prevents an order without a charge while it is unknown", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const refused = yield* Effect.flip(register(owner, "unchecked-order.com"))
      assert.deepInclude(refused, { _tag: "RegistryPolicyRefused", detail: words })
      const transfer = yield* Effect.flip(transferIn(owner, "unchecked-transfer.com"))
      assert.deepInclude(transfer, { _tag: "RegistryPolicyRefused", detail: words })
      assert.deepStrictEqual(yield* chargesOf(owner), [])
    }))
})
