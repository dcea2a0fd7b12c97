import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { hostPool } from "../../packages/adapters-pg/test/hostPool.ts"
import { freshDatabase } from "../../test/PostgresDatabase.ts"
import { testSize } from "../../test/testSize.ts"
import { shopPlatform } from "../shop/shopPlatform.ts"
import { retryDeadLetters } from "./shopProof/deadLetters.ts"
import { randomFrom } from "./shopProof/randomFrom.ts"
import type { Kill } from "./shopProof/servedShop.ts"
import { assertBooks, interruptedSteps, untilFinished } from "./shopProof/shopBooks.ts"
import { newOrder, roundOrders, type ShopAddress, ShopClient, type ShopOrder } from "./shopProof/ShopClient.ts"
import { bundledShop, shopProcess } from "./shopProof/ShopProcess.ts"

const kills = testSize(4, 5, "NAMEWRIGHT_SHOP_KILLS")
const ordersOfRound = 24
const seed = testSize(1, 1, "NAMEWRIGHT_SHOP_SEED")
/** Acceleration of the clocks of the processes. */
const factor = 5
/** Statements before or after which processes end, and how many such statements may precede them. */
const steps = [
  ["INSERT INTO shop.invoice_lines", 12],
  ["INSERT INTO registry_intents", 12],
  ["INSERT INTO shop.orders", 24],
  ["INSERT INTO shop.mails", 12],
  ["COMMIT", 300],
  ["UPDATE change_consumers", 6],
  ["", 3000]
] as const

const killOf = (round: number, random: () => number): Kill => {
  const [at, most] = steps[round % steps.length] ?? steps[0]
  return { at, after: Math.floor(random() * most), before: random() < 0.5 }
}

interface Customer {
  readonly orders: ReadonlyArray<ShopOrder>
  readonly renewed: ShopOrder
  /** Resolves when all orders are accepted and the renewal is carried out. */
  readonly done: Promise<unknown>
  /** Resolves when all orders have ended as their names say. */
  readonly ended: () => Promise<unknown>
}

/** A customer that signs up, orders everything at once, and renews one name. */
const orderingCustomer = (address: ShopAddress, round: number): Customer => {
  const client = new ShopClient(address)
  const orders = roundOrders(round, ordersOfRound)
  const [renewed = newOrder("")] = orders
  const ordered = client.signUp(`Customer ${round}`).then(() => Promise.all(orders.map((order) => client.order(order))))
  const done = ordered.then(() => client.renew(renewed))
  done.catch(() => {})
  return { orders, renewed, done, ended: () => Promise.all(orders.map((order) => client.ended(order))) }
}

it.live(
  `The shop keeps its books exactly through ${kills} kills with ${ordersOfRound} orders each`,
  () =>
    Effect.gen(function*() {
      const url = yield* freshDatabase
      const pool = yield* hostPool(url, 2)
      const script = yield* bundledShop
      const base = String(Date.now())
      const warm = shopProcess([script, base, String(factor), url])
      const random = randomFrom(seed)
      const address = { url: "" }
      const customers: Array<Customer> = []
      const interrupted = new Set<string>()

      let next = yield* warm
      for (let round = 0; round < kills; round++) {
        const shop = next
        const kill = killOf(round, random)
        address.url = yield* Effect.promise(() => shop.serve(kill))
        next = yield* warm
        customers.push(orderingCustomer(address, round))
        yield* Effect.promise(() => shop.ended)
        const open = yield* Effect.promise(() => interruptedSteps(pool))
        open.forEach((step) => interrupted.add(step))
      }
      address.url = yield* Effect.promise(() => next.serve())
      const platform = yield* Effect.acquireRelease(
        Effect.sync(() => shopPlatform(pool)),
        (created) => Effect.promise(() => created.dispose())
      )
      yield* Effect.forkScoped(Effect.promise((signal) => retryDeadLetters(platform, pool, signal)))
      yield* Effect.promise(async () => {
        await Promise.all(customers.map(({ done }) => done))
        // Recovery puts a command off that was interrupted several times: for half an hour of the faster clock.
        await untilFinished(pool, 480)
        for (const { ended } of customers) await ended()
        await assertBooks(
          pool,
          customers.flatMap(({ orders }) => orders),
          customers.map(({ renewed }) => renewed.domain)
        )
      })
      assert.includeMembers([...interrupted], ["jobs", "intents", "reservations", "lines", "mails"])
    }).pipe(Effect.scoped),
  660_000 + kills * 15_000
)
