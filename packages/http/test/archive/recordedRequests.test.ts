import { assert, describe, it } from "@effect/vitest"
import { ApiKeys, asSystem } from "@namewright/core/access"
import { OrganizationId } from "@namewright/core/shared"
import { Effect, Logger, ManagedRuntime, Redacted } from "effect"
import { type FetchSettings, toFetch } from "../../src/toFetch.ts"
import { newBrand, whitelabel } from "../realm/BrandServer.ts"
import { services } from "../support/services.ts"

const base_url = "https://names.example"

/** Ways in which requests reach the routes, with the settings of the handler. */
const ways: Readonly<Record<string, (organization_id: string) => FetchSettings>> = {
  "at the host of the platform": () => ({}),
  "through a trusted proxy": () => ({ clientAddress: () => "10.0.0.1", trustedProxies: ["10.0.0.0/8"] }),
  "of a caller of the host": (organization_id) => ({ caller: () => ({ organization_id, role: "admin" }) }),
  "at the dashboard of a brand": () => ({})
}

describe("A request", () => {
  for (const [way, settingsOf] of Object.entries(ways)) {
    it.live(`${way} is in the history, and its route in the log`, () =>
      Effect.gen(function*() {
        const lines: Array<string> = []
        const logger = Logger.map(Logger.formatStructured, (entry) => void lines.push(JSON.stringify(entry)))
        const runtime = ManagedRuntime.make(services({ baseUrl: base_url, whitelabel, loggers: [logger] }))
        yield* Effect.addFinalizer(() => runtime.disposeEffect)
        const brand = yield* Effect.promise(() => runtime.runPromise(newBrand()))
        const organization = OrganizationId.make(brand.organization)
        const { api_key } = yield* Effect.promise(() =>
          runtime.runPromise(asSystem(organization, ApiKeys.use((keys) => keys.create({ api_key_name: "test" }))))
        )
        const handle = toFetch({ runtime, settings: { base_url, whitelabel } }, settingsOf(organization))
        const origin = way === "at the dashboard of a brand" ? brand.app : base_url
        const get = (path: string) =>
          Effect.promise(async () => {
            const { host } = new URL(origin)
            const answer = await handle(
              new Request(`${origin}${path}`, {
                headers: { host, "x-api-key": Redacted.value(api_key), "x-forwarded-for": "198.51.100.7" }
              })
            )
            return { status: answer.status, body: await answer.json() }
          })
        assert.strictEqual((yield* get("/v1/tags")).status, 200)
        const { body } = yield* get("/v1/archive/request-history")
        assert.deepStrictEqual(body.items.map(({ path }: { readonly path: string }) => path), ["/v1/tags"])
        assert.isTrue(lines.some((line) => line.includes(`"route":"/v1/tags"`)), lines.join("\n"))
      }))
  }
})
