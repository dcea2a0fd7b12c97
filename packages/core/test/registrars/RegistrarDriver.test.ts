import { assert, describe, it } from "@effect/vitest"
import { createPlatform } from "@namewright/core"
import {
  defineRegistrar,
  type RegistrarDriver,
  RegistrarProblem,
  Registrars,
  type RegistrarSecrets
} from "@namewright/core/registrars"
import { Duration, Effect, Fiber, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

const driver: RegistrarDriver = {
  credentials: { required: ["api_key"] },
  verify: () => undefined,
  listDomains: () => ({ domains: [], next: null })
}

const secrets = Redacted.make<RegistrarSecrets>({ api_key: "s3cret-key" })

const clientOf = (changes: Partial<RegistrarDriver>) =>
  Option.getOrThrow(Registrars.make({ OPENSRS: { ...driver, ...changes } }).find("OPENSRS"))

describe("defineRegistrar", () => {
  it("names every problem of a definition", () => {
    const wrong: unknown = { credentials: { required: ["API KEY"] }, verify: 1, unlock: "no", timeout: -1 }
    assert.throws(
      () => defineRegistrar(wrong as RegistrarDriver),
      /credentials.*verify.*listDomains.*unlock.*timeout/s
    )
    assert.strictEqual(defineRegistrar(driver), driver)
  })

  it("is checked as an option of the platform", () => {
    const storage = memoryDatabase()
    const registrars: Readonly<Record<string, unknown>> = { OPENSRS: { verify: 1 }, NATIVE: driver }
    assert.throws(
      () => createPlatform({ storage, registrars }),
      /registrars\.OPENSRS: .*registrars\.NATIVE: expected one of/s
    )
  })
})

describe("a call of a driver", () => {
  it.effect("has the code of its reason", () =>
    Effect.gen(function*() {
      for (
        const [reason, code] of [
          ["auth", "ERROR_CREDENTIAL_AUTH"],
          ["access", "ERROR_CREDENTIAL_ACCESS"],
          ["refused", "ERROR_CREDENTIAL_ACCESS"],
          ["unavailable", "ERROR_REGISTRAR_UNAVAILABLE"]
        ] as const
      ) {
        const { verify } = clientOf({
          verify: () => Promise.reject(new RegistrarProblem(reason, "key s3cret-key is wrong"))
        })
        const failure = yield* Effect.flip(verify(secrets))
        // What the registrar said, without the secrets.
        assert.deepStrictEqual([failure.code, failure.detail], [code, "key … is wrong"])
      }
    }))

  it.effect("is unavailable after any other error, whose text is not shown", () =>
    Effect.gen(function*() {
      const { verify } = clientOf({ verify: () => Promise.reject(new Error("GET /?key=s3cret-key")) })
      const failure = yield* Effect.flip(verify(secrets))
      assert.deepStrictEqual([failure.code, failure.detail], ["ERROR_REGISTRAR_UNAVAILABLE", null])
      assert.notInclude(JSON.stringify(failure), "s3cret")
    }))

  it.effect("ends at its time limit, with an aborted signal", () =>
    Effect.gen(function*() {
      let aborted = false
      const { verify } = clientOf({
        timeout: 2_000,
        verify: (_, { signal }) =>
          new Promise(() => {
            signal.addEventListener("abort", () => {
              aborted = true
            })
          })
      })
      const running = yield* Effect.forkChild(Effect.flip(verify(secrets)))
      yield* TestClock.adjust(Duration.seconds(2))
      const failure = yield* Fiber.join(running)
      assert.deepStrictEqual([failure.code, aborted], ["ERROR_REGISTRAR_UNAVAILABLE", true])
    }))

  it.effect("may return entries of any form, of which only names are needed", () =>
    Effect.gen(function*() {
      const domains: ReadonlyArray<unknown> = [
        { name: "A.com", expires_on: "never", statuses: "ok", nameservers: [1, "NS1.example.NET"] },
        { name: "b.com", expires_on: "2030-01-01T00:00:00Z", renews: true, statuses: ["pendingDelete"] },
        { name: "no name" },
        null,
        7
      ]
      const { list } = clientOf({ listDomains: () => JSON.parse(JSON.stringify({ domains, next: null })) })
      const { invalid, listings, next } = yield* list(secrets, null)
      assert.deepStrictEqual([invalid, next], [3, null])
      assert.deepStrictEqual(listings.map(({ name }) => String(name)), ["a.com", "b.com"])
      assert.deepStrictEqual(
        [listings[0]?.expires_on, listings[0]?.registry_statuses, listings[0]?.nameservers.length],
        [null, ["ok"], 1]
      )
      // A deleted domain is not renewed.
      assert.deepStrictEqual([listings[1]?.renewal_mode, listings[1]?.registry_statuses], ["expire", ["pendingDelete"]])
    }))

  it.effect.each([
    ["nothing", undefined],
    ["no list", { domains: "a.com", next: null }],
    ["a cursor that is no text", { domains: [], next: 7 }],
    ["too many domains", { domains: Array.from({ length: 5001 }, () => ({ name: "a.com" })), next: null }]
  ])("is unavailable if it returns %s", ([, value]) =>
    Effect.gen(function*() {
      const { list } = clientOf({ listDomains: () => value as never })
      assert.strictEqual((yield* Effect.flip(list(secrets, null))).code, "ERROR_REGISTRAR_UNAVAILABLE")
    }))
})
