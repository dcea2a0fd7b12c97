import { assert } from "@effect/vitest"
import { randomUUID } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import { ada } from "../../src/ada.ts"

export interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

/** An order of a customer of the shop. Names that begin with `taken-` are refused by the registry. */
export interface ShopOrder {
  readonly order_id: string
  readonly domain: string
}

export const isRefused = ({ domain }: ShopOrder): boolean => domain.startsWith("taken-")

export const newOrder = (domain: string): ShopOrder => ({ order_id: randomUUID(), domain })

/** Orders of a round: registered at once, decided later by the registry, refused, and at another registry. */
export const roundOrders = (round: number, count: number): ReadonlyArray<ShopOrder> =>
  Array.from({ length: count }, (_, index) => {
    const prefix = index === 3 ? "pending-" : index % 8 === 6 ? "taken-" : "shop-"
    return newOrder(`${prefix}${round}-${index}.${index % 4 === 1 ? "de" : "com"}`)
  })

/** Statuses after which a client sends the same request again: no response, in progress, and unavailable. */
const passing: ReadonlySet<number> = new Set([0, 409, 503])

/** Address of the shop. It changes when another process takes over. */
export interface ShopAddress {
  url: string
}

/** A customer's program, which repeats requests until it gets a response that stays. */
export class ShopClient {
  readonly #shop: ShopAddress
  #token = ""

  constructor(shop: ShopAddress) {
    this.#shop = shop
  }

  async once(method: "GET" | "POST" | "PUT", path: string, body?: object): Promise<Answer> {
    try {
      const response = await fetch(`${this.#shop.url}${path}`, {
        method,
        headers: {
          authorization: this.#token,
          ...(body === undefined ? {} : { "content-type": "application/json" })
        },
        signal: AbortSignal.timeout(15_000),
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      return { status: response.status, body: await response.json() }
    } catch {
      return { status: 0, body: undefined }
    }
  }

  /** Repeats a request until it has the status; other responses that stay fail the test. */
  async until(
    status: number,
    method: "GET" | "POST" | "PUT",
    path: string,
    body?: object
  ): Promise<Answer> {
    for (let attempt = 0; attempt < 1500; attempt++) {
      const answer = await this.once(method, path, body)
      if (answer.status === status) return answer
      assert.isTrue(passing.has(answer.status), `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      await setTimeout(50)
    }
    return assert.fail(`${method} ${path} had no response`)
  }

  async signUp(company: string): Promise<void> {
    this.#token = (await this.until(201, "POST", "/tenants", { company, user: "Ada" })).body.token
  }

  async order({ domain, order_id }: ShopOrder): Promise<void> {
    await this.until(202, "PUT", `/orders/${order_id}`, { domain, contact: ada })
  }

  /**
   * Waits for the job of an order, and fails if it did not end as the name says. Dead letters are tried again by the operator,
   * and recovery puts a command off for several minutes that was interrupted several times.
   */
  async ended(order: ShopOrder): Promise<void> {
    for (let attempt = 0; attempt < 5000; attempt++) {
      const { body, status } = await this.once("GET", `/orders/${order.order_id}`)
      if (status !== 200) {
        // The order itself may not have been accepted yet.
        assert.isTrue(status === 404 || passing.has(status), JSON.stringify(body))
        await setTimeout(100)
        continue
      }
      if (["succeeded", "pending", "failed"].includes(body.status)) {
        assert.strictEqual(body.status === "failed", isRefused(order), `${order.domain}: ${JSON.stringify(body)}`)
        return
      }
      await setTimeout(100)
    }
    assert.fail(`The order of ${order.domain} did not end`)
  }

  /** Renews a name for two years once its order has ended. The key keeps a refusal, so it is not tried before. */
  async renew(order: ShopOrder): Promise<void> {
    await this.ended(order)
    await this.until(200, "PUT", `/domains/${order.domain}/renewals/${randomUUID()}`, { years: 2 })
  }
}
