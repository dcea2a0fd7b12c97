import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import pg from "pg"
import { freshDatabase } from "../../test/PostgresDatabase.ts"
import { createShop, type Shop } from "../shop/shop.ts"
import { ada } from "../src/ada.ts"

interface OpenShop extends Shop {
  readonly pool: pg.Pool
  /** Calls a route, and returns its status and body. */
  readonly call: (method: "GET" | "POST" | "PUT", url: string, token?: string, payload?: object) => Promise<Answer>
  readonly signUp: (company: string) => Promise<string>
}

interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

const open = (url: string): OpenShop => {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  pool.on("error", () => {})
  const shop = createShop(pool)
  const call: OpenShop["call"] = async (method, url, token = "", payload) => {
    const response = await shop.app.inject({
      method,
      url,
      headers: { authorization: token },
      ...(payload === undefined ? {} : { payload })
    })
    return { status: response.statusCode, body: response.json() }
  }
  const signUp = async (company: string): Promise<string> => {
    const { body, status } = await call("POST", "/tenants", "", { company, user: "Ada" })
    assert.strictEqual(status, 201, JSON.stringify(body))
    return body.token
  }
  return { ...shop, pool, call, signUp }
}

const close = async ({ app, pool }: OpenShop): Promise<void> => {
  await app.close()
  await pool.end()
}

const withShop = (use: (shop: OpenShop) => Promise<void>) =>
  Effect.gen(function*() {
    const url = yield* freshDatabase
    const shop = yield* Effect.acquireRelease(Effect.sync(() => open(url)), (opened) =>
      Effect.promise(() => close(opened)))
    yield* Effect.promise(() =>
      use(shop)
    )
  }).pipe(Effect.scoped)

/** Repeats a call until its answer is as expected. */
const eventually = async (call: () => Promise<Answer>, expected: (answer: Answer) => boolean): Promise<Answer> => {
  for (let attempt = 0;; attempt++) {
    const answer = await call()
    if (expected(answer)) return answer
    assert.isBelow(attempt, 200, JSON.stringify(answer.body))
    await setTimeout(100)
  }
}

/** Orders a domain, and waits for its job. */
const order = async ({ call }: OpenShop, token: string, domain: string): Promise<Answer> => {
  const url = `/orders/${randomUUID()}`
  const accepted = await call("PUT", url, token, { domain, contact: ada })
  assert.strictEqual(accepted.status, 202, JSON.stringify(accepted.body))
  return eventually(() => call("GET", url, token), ({ body }) => ["succeeded", "failed"].includes(body.status))
}

const counted = async (pool: pg.Pool, table: string): Promise<number> =>
  (await pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`)).rows[0]?.count ?? 0

describe("shop", () => {
  it.live(
    "registers and renews at its own prices, and its invoice equals the ledger to the cent",
    () =>
      withShop(async (shop) => {
        const { call, platform, pool } = shop
        const token = await shop.signUp("Example")
        assert.strictEqual((await order(shop, token, "my-shop.com")).body.status, "succeeded")
        const renewal = `/domains/my-shop.com/renewals/${randomUUID()}`
        const renewed = await call("PUT", renewal, token, { years: 2 })
        assert.strictEqual(renewed.status, 200, JSON.stringify(renewed.body))
        assert.deepStrictEqual(await call("PUT", renewal, token, { years: 2 }), renewed)

        const { body: lines } = await eventually(() => call("GET", "/invoice", token), ({ body }) => body.length === 2)
        assert.deepStrictEqual(lines.map(({ net, text }: { net: string; text: string }) => [text, net]), [
          ["my-shop.com: create", "12.00"],
          ["my-shop.com: renew", "29.00"]
        ])
        const { rows: [tenant] } = await pool.query("SELECT organization_id FROM shop.tenants")
        const owed = await platform.operator.wallets.balance(tenant.organization_id)
        const { rows: [sum] } = await pool.query("SELECT (-sum(net + tax))::text AS balance FROM shop.invoice_lines")
        assert.strictEqual(sum.balance, owed?.amount)
      }),
    60_000
  )

  it.live(
    "commits the row, the contact and the job of an order together, once, or none of them",
    () =>
      withShop(async (shop) => {
        const { call, pool } = shop
        const token = await shop.signUp("Example")
        const before = await counted(pool, "namewright.contacts")
        const refused = await call("PUT", `/orders/${randomUUID()}`, token, { domain: "not a name", contact: ada })
        assert.strictEqual(refused.status, 400, JSON.stringify(refused.body))
        const invalid = await call("PUT", `/orders/${randomUUID()}`, token, {
          domain: "my-shop.com",
          contact: { ...ada, email: "nobody" }
        })
        assert.deepStrictEqual([invalid.status, invalid.body.code], [400, "ERROR_INVALID_INPUT"])
        assert.strictEqual(await counted(pool, "shop.orders"), 0)
        assert.strictEqual(await counted(pool, "namewright.contacts"), before)

        const url = `/orders/${randomUUID()}`
        const answers = await Promise.all(
          Array.from({ length: 5 }, () => call("PUT", url, token, { domain: "my-shop.com", contact: ada }))
        )
        assert.deepStrictEqual(answers.map(({ status }) => status), [202, 202, 202, 202, 202])
        await eventually(() => call("GET", url, token), ({ body }) => body.status === "succeeded")
        assert.strictEqual((await call("PUT", url, token, { domain: "other.com", contact: ada })).status, 409)
        assert.strictEqual(await counted(pool, "shop.orders"), 1)
        assert.strictEqual(await counted(pool, "namewright.contacts"), before + 1)
      }),
    60_000
  )

  it.live(
    "shows refused and undecided orders, and passes on the registry's price of premium names",
    () =>
      withShop(async (shop) => {
        const { call, platform, pool } = shop
        const token = await shop.signUp("Example")
        const refused = await order(shop, token, "taken-shop.com")
        assert.strictEqual(refused.body.status, "failed")
        assert.isNotEmpty(refused.body.error)

        const url = `/orders/${randomUUID()}`
        await call("PUT", url, token, { domain: "pending-refused-shop.com", contact: ada })
        const undecided = await eventually(() => call("GET", url, token), ({ body }) => body.status === "pending")
        assert.isNull(undecided.body.error)

        const { rows: [tenant] } = await pool.query("SELECT organization_id FROM shop.tenants")
        const { domains } = platform.as(tenant.organization_id, "admin")
        const [premium] = await domains.check(["premium-shop.com"])
        assert.deepInclude(premium, { is_premium: true })
        const price = premium?.premium_pricing?.prices.find(({ action }) => action === "create")?.price
        assert.strictEqual(price, "2500.00")
      }),
    60_000
  )

  it.live("keeps tenants apart", () =>
    withShop(async (shop) => {
      const { call } = shop
      const [first, second] = [await shop.signUp("First"), await shop.signUp("Second")]
      await order(shop, first, "first-shop.com")
      await eventually(() => call("GET", "/invoice", first), ({ body }) => body.length === 1)
      assert.deepStrictEqual((await call("GET", "/domains", second)).body, [])
      assert.deepStrictEqual((await call("GET", "/invoice", second)).body, [])
      const foreign = await call("PUT", `/domains/first-shop.com/renewals/${randomUUID()}`, second, { years: 1 })
      assert.strictEqual(foreign.status, 404, JSON.stringify(foreign.body))
      assert.strictEqual((await call("GET", "/domains", "Bearer unknown")).status, 401)
      const { body } = await call("GET", "/domains", first)
      assert.deepStrictEqual(body.map(({ name }: { name: string }) => name), ["first-shop.com"])
    }), 60_000)
})
