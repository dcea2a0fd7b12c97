import { assert, layer } from "@effect/vitest"
import { type Registry, RegistryRouter, RegistrySimulator } from "@namewright/core/registry"
import { Deferred, Effect, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import type { Answer } from "../support/inProcess.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { registrant } from "./dnssecCaller.ts"

const oneYear = { period: { unit: "y", value: 1 } }

/** Caller that renews a domain with an idempotency key. */
const renewing = Effect.fnUntraced(function*(name: string) {
  const call = yield* registrant
  const { fetch, key } = yield* TestPlatform
  const credential = yield* key(call.organization)
  const { expires_on } = yield* call.register(name)
  const renew = (idempotencyKey: string) =>
    fetch("POST", `/v1/domains/${name}/renew`, oneYear, {
      key: credential,
      headers: { "idempotency-key": idempotencyKey }
    })
  const expiresOn = Effect.map(call("GET", `/v1/domains/${name}`), ({ body }) => body.expires_on as string)
  const charges = Effect.map(
    call("GET", `/v1/organizations/${call.organization}/transactions?action=renew`),
    ({ body }) => (body.items as ReadonlyArray<{ readonly status: string }>).map(({ status }) => status)
  )
  return { renew, expiresOn, charges, expires_on: expires_on as string }
})

/** Registries that complete `reached` at the first renewal, which then waits for `released`. */
const holdup = { reached: Deferred.makeUnsafe<void>(), released: Deferred.makeUnsafe<void>() }

const slow = (registry: Registry): Registry => ({
  ...registry,
  renewDomain: (command) =>
    Deferred.succeed(holdup.reached, undefined).pipe(
      Effect.andThen(Deferred.await(holdup.released)),
      Effect.andThen(registry.renewDomain(command))
    )
})

const slowRegistries = Layer.effect(
  RegistryRouter,
  Effect.map(RegistryRouter, (router) => ({
    ...router,
    find: (backend: string) => Option.map(router.find(backend), slow)
  }))
).pipe(Layer.provide(RegistrySimulator.layerRouter()))

const yearsLater = (instant: string, years: number) => `${Number(instant.slice(0, 4)) + years}${instant.slice(4, 10)}`

const codeOf = ({ body, status }: Answer) => status === 200 ? "200" : `${status} ${body.code}`

layer(TestPlatform.layerWith({}, { registries: slowRegistries }))(
  "POST /v1/domains/{domain_reference}/renew, while another one is under way",
  (it) => {
    it.effect("409: is not the final response of its key, and has Retry-After", () =>
      Effect.gen(function*() {
        const { expires_on, expiresOn, renew } = yield* renewing("six-times.com")
        const first = yield* Effect.forkChild(renew("a"))
        yield* Deferred.await(holdup.reached)
        const keys = ["b", "c", "d", "e", "f"]
        const answers = yield* Effect.forEach(keys, renew, { concurrency: "unbounded" })
        assert.deepStrictEqual(answers.map(codeOf), keys.map(() => "409 ERROR_REQUEST_IN_PROGRESS"))
        for (const { body, headers } of answers) {
          assert.isAtLeast(Number(headers.get("retry-after")), 1)
          assert.strictEqual(body.retry_after, Number(headers.get("retry-after")))
        }
        yield* Deferred.succeed(holdup.released, undefined)
        assert.strictEqual(codeOf(yield* Fiber.join(first)), "200")
        assert.strictEqual((yield* expiresOn).slice(0, 10), yearsLater(expires_on, 1))
        assert.strictEqual(codeOf(yield* renew("b")), "200")
        assert.strictEqual((yield* expiresOn).slice(0, 10), yearsLater(expires_on, 2))
      }))
  }
)

layer(TestPlatform.layer)("POST /v1/domains/{domain_reference}/renew", (it) => {
  it.effect("200: the charged domain with its new expiry, and no second renewal by a repeat with the key", () =>
    Effect.gen(function*() {
      const { charges, expires_on, expiresOn, renew } = yield* renewing("renewed.com")
      const { body, status } = yield* renew("k")
      assert.strictEqual(status, 200)
      assert.deepStrictEqual([body.name, body.period_extended], ["renewed.com", { unit: "y", value: 1 }])
      assert.strictEqual(body.new_expiry_date.slice(0, 10), yearsLater(expires_on, 1))
      assert.deepStrictEqual([body.expires_on, yield* expiresOn], [body.new_expiry_date, body.new_expiry_date])
      assert.deepStrictEqual(yield* charges, ["succeeded"])
      assert.deepStrictEqual((yield* renew("k")).body, body)
      assert.strictEqual(yield* expiresOn, body.new_expiry_date)
      assert.deepStrictEqual(yield* charges, ["succeeded"])
    }))

  it.effect("200: a key with an unsettled renewal has the later outcome as its response", () =>
    Effect.gen(function*() {
      const { charges, expires_on, expiresOn, renew } = yield* renewing("left-open.com")
      const { faults } = yield* RegistrySimulator
      yield* faults.inject({ method: "renewDomain", fault: "cutAfter", object: "left-open.com" })
      yield* faults.inject({ method: "infoDomain", fault: "temporary", object: "left-open.com", times: 100 })
      assert.strictEqual(codeOf(yield* renew("k")), "503 ERROR_REGISTRY_UNAVAILABLE")
      yield* faults.clear
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(codeOf(yield* renew("k")), "200")
      assert.strictEqual((yield* expiresOn).slice(0, 10), yearsLater(expires_on, 1))
      assert.deepStrictEqual(yield* charges, ["succeeded"])
    }))

  it.effect("409: a key with an unsettled renewal is in progress, and later has the outcome as its response", () =>
    Effect.gen(function*() {
      const { charges, expires_on, expiresOn, renew } = yield* renewing("unsettled.com")
      const { faults } = yield* RegistrySimulator
      yield* faults.inject({ method: "renewDomain", fault: "cutAfter", object: "unsettled.com" })
      yield* faults.inject({ method: "infoDomain", fault: "temporary", object: "unsettled.com", times: 100 })
      yield* renew("k")
      yield* TestClock.adjust("1 minute")
      const waiting = yield* Effect.forkChild(renew("k"))
      yield* TestClock.adjust("1 minute")
      const early = yield* Fiber.join(waiting)
      assert.strictEqual(codeOf(early), "409 ERROR_REQUEST_IN_PROGRESS")
      assert.isAtLeast(Number(early.headers.get("retry-after")), 1)
      yield* faults.clear
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(codeOf(yield* renew("k")), "200")
      assert.strictEqual((yield* expiresOn).slice(0, 10), yearsLater(expires_on, 1))
      assert.deepStrictEqual(yield* charges, ["succeeded"])
    }))
})
