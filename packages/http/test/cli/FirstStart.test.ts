import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { PriceList, Wallets } from "@namewright/core/billing"
import { OrganizationId } from "@namewright/core/shared"
import { TldCatalog } from "@namewright/core/tlds"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { firstStart } from "../../src/cli/FirstStart.ts"
import { platformOf } from "../../src/cli/platformOf.ts"

const platform = (environment: "production" | "sandbox") =>
  platformOf({
    database: { type: "sqlite", filename: ":memory:" },
    environment,
    logFormat: "json",
    keyEncryptionSecret: undefined
  }).pipe(Layer.provide(NodeServices.layer))

/** Shortest terms of registrations in years, by TLD. */
const shortestYears = Effect.map(
  Effect.flatMap(TldCatalog, ({ list }) => list),
  (specs) =>
    specs.flatMap(({ domain_lifecycle: { registration_periods }, tlds }) => {
      const years = (registration_periods ?? []).filter(({ unit }) => unit === "y").map(({ value }) => value)
      return tlds.map(({ name }) => ({ tld: name, years: Math.min(...years) }))
    })
)

describe("firstStart", () => {
  it.live("makes nothing in production, where a log would keep its secrets", () =>
    Effect.gen(function*() {
      assert.isTrue(Option.isNone(yield* firstStart))
      const made = yield* (yield* SqlClient.SqlClient)`
        SELECT 'organization' FROM organizations UNION ALL SELECT 'user' FROM users UNION ALL SELECT 'key' FROM api_keys`
      assert.deepStrictEqual(made, [])
    }).pipe(Effect.provide(platform("production"))))

  it.live("gives the first organization of a sandbox credit for 50,000 registrations of any TLD", () =>
    Effect.gen(function*() {
      const { credit } = Option.getOrThrow(yield* firstStart)
      const [row] = yield* (yield* SqlClient.SqlClient)<{ organization_id: string }>`
        SELECT organization_id FROM organizations`
      const payer = OrganizationId.make(row?.organization_id ?? "")
      const balance = yield* Effect.flatMap(Wallets, (wallets) => wallets.balance(payer))
      assert.strictEqual(Option.getOrThrow(balance).amount, credit)
      const prices = yield* PriceList
      const registrations = yield* Effect.forEach(
        yield* shortestYears,
        Effect.fnUntraced(function*({ tld, years }) {
          const selection = {
            product_type: "domain",
            product_action: "create",
            product_class: tld,
            currency: "EUR"
          } as const
          const [price] = yield* prices.effective({ organization_id: payer, payer_id: payer }, selection)
          return { tld, count: Math.floor(credit / ((price?.price ?? 0) * years)) }
        })
      )
      assert.isAbove(registrations.length, 80)
      assert.deepStrictEqual(registrations.filter(({ count }) => !(count >= 50_000 && Number.isFinite(count))), [])
    }).pipe(Effect.provide(platform("sandbox"))))
})
