import { assert, describe, it } from "@effect/vitest"
import { TldCatalog } from "@namewright/core/tlds"
import { Effect, Redacted } from "effect"
import { registryRoutes } from "../../src/config/registryRoutes.ts"
import { fixedCredentials } from "../../src/pool/EppCredentials.ts"
import { generic } from "../../src/profile/genericProfiles.ts"

const registry = (name: string, ...tlds: ReadonlyArray<string>) => ({
  name,
  tlds,
  profile: generic,
  registrar: "us",
  environment: "production",
  pool: {
    name,
    endpoint: { host: "127.0.0.1", port: 700 },
    credentials: fixedCredentials("user", Redacted.make("password")),
    wanted: { objects: [], extensions: [], language: "en" }
  }
})

const routes = (...registries: ReadonlyArray<ReturnType<typeof registry>>) =>
  Effect.gen(function*() {
    const catalog = yield* TldCatalog
    return registryRoutes(registries, yield* catalog.list)
  }).pipe(Effect.provide(TldCatalog.layer))

describe("the registries of a configuration", () => {
  it.effect("are the backends of their TLDs", () =>
    Effect.gen(function*() {
      const found = yield* routes(registry("dutch", ".NL"), registry("swedish", "se", "nu"))
      assert.deepStrictEqual(found.problems, [])
      assert.deepStrictEqual(found.routes.map(({ backend, zones }) => [backend, [...zones].toSorted()]), [
        ["sidn", ["nl"]],
        ["internetstiftelsen", ["nu", "se"]]
      ])
    }))

  it.effect("have all TLDs of one backend, none of another, and none that does not exist", () =>
    Effect.gen(function*() {
      const { problems } = yield* routes(
        registry("half", "se"),
        registry("both", "nl", "eu"),
        registry("none", "nowhere")
      )
      assert.deepStrictEqual(problems, [
        "registries.half.tlds: internetstiftelsen keeps .nu as well; name all",
        "registries.both.tlds: they have several backends, sidn, eurid; name a registry for each",
        "registries.none.tlds: the catalogue has no .nowhere"
      ])
    }))

  it.effect("do not share a backend", () =>
    Effect.gen(function*() {
      const { problems } = yield* routes(registry("one", "nl"), registry("two", "nl"))
      assert.deepStrictEqual(problems, ["registries.two.tlds: one has the backend sidn, too"])
    }))
})
