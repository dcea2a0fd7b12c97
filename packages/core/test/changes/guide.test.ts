import { assert, describe, it } from "@effect/vitest"
import { marginOnCost } from "@namewright/core/billing"
import { createPlatform, isPlatformError, type PriceFunction, type PricingOption } from "@namewright/core/embed"
import { readFileSync } from "node:fs"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { ada } from "../contacts/ada.ts"

/*
 * The examples of docs/embedding-money-and-changes.md. Each block of the page is a part of this file.
 */

interface Line {
  readonly organization_id: string
  readonly date: string
  readonly text: string
  readonly net: string
  readonly tax_rate: string
}

const page = readFileSync(new URL("../../../../docs/embedding-money-and-changes.md", import.meta.url), "utf8")
const own = readFileSync(new URL(import.meta.url), "utf8")

/** Text without indentation. */
const plain = (text: string): string => text.split("\n").map((line) => line.trim()).join("\n")

/** Prices of the host's own. */
const prices = new Map([["create com", "12.00"]])
const priceOf = (_organization: string, product_class: string | null, action: string) =>
  Promise.resolve(prices.get(`${action} ${product_class}`))

const pricing: PriceFunction = async ({ action, organization_id, product_class }) => {
  const price = await priceOf(organization_id, product_class, action)
  return price === undefined ? null : { amount: price }
}

const margins: PricingOption = {
  price: marginOnCost({ default: { percent: 15, roundUpTo: "0.10" }, com: { fixed: "1.50" } }),
  costs: { com: { currency: "EUR", create: "8.57", renew: "8.57", transfer: "8.57", restore: "70.00" } },
  timeoutMillis: 500
}

/** A platform with a customer who has a domain. */
const shop = async (option: PricingOption) => {
  const platform = createPlatform({ storage: memoryDatabase(), pricing: option })
  const { organization_id } = await platform.operator.organizations.createParent({ name: "Example" })
  await platform.operator.wallets.topUp({ organization_id, amount: 100_00, reference: "payment 1" })
  const { contacts, domains } = platform.as(organization_id, "admin")
  const { contact_id } = await contacts.create(ada)
  const { domain_id } = await domains.register({
    name: "my-shop.com",
    contacts: { registrant: contact_id, admin: contact_id, tech: contact_id },
    period: { unit: "y", value: 1 },
    renewal_mode: "renew"
  })
  return { platform, organization_id, domains, domain_id }
}

describe("docs/embedding-money-and-changes.md", () => {
  it("has no example that is not run here", () => {
    const blocks = [...page.matchAll(/```ts\n([^]*?)```/g)].map(([, block = ""]) => plain(block))
    assert.lengthOf(blocks, 6)
    assert.deepStrictEqual(blocks.filter((block) => !plain(own).includes(block)), [])
  })

  it("writes each invoice line once, at the prices of the host", async () => {
    const { domain_id, domains, organization_id, platform } = await shop(pricing)
    await domains.remove(domain_id)
    const lines = new Map<string, Line>()
    const stop = new AbortController()
    const { signal } = stop
    const insertOnce = async (key: string, line: Line) => {
      lines.set(key, line)
      if (lines.size === 2) stop.abort()
    }
    const invoicing = platform.consume("invoices", async ({ created_on, data, kind, organization_id }) => {
      await insertOnce(`${data.billing_transaction_id} ${kind}`, {
        organization_id,
        date: created_on,
        text: `${data.product_reference}: ${data.action}`,
        net: kind === "charge.refunded" ? `-${data.net}` : data.net,
        tax_rate: data.tax_rate
      })
    }, { signal, kinds: ["charge.captured", "charge.refunded", "charge.adjusted"] })
    await invoicing
    assert.deepStrictEqual(
      [...lines.values()].map(({ net, organization_id: owner, text }) => [owner, text, net]),
      [[organization_id, "my-shop.com: create", "12.00"], [organization_id, "my-shop.com: create", "-12.00"]]
    )
    let after = 0
    const { changes, next } = await platform.changes.read({ after, limit: 100, kinds: ["payment.received"] })
    after = next
    assert.deepStrictEqual(
      changes.map(({ data }) => data),
      changes.map(({ data }) => ({ ...data, gross: "100.00" })) as never
    )
    assert.isAbove(after, 1)
    const { transactions } = platform.as(organization_id, "admin")
    const updated = async (updated_after: Date) => {
      const found: Array<string> = []
      for await (const { action } of transactions.all({ updated_after })) found.push(action)
      return found.toSorted()
    }
    assert.deepStrictEqual(await updated(new Date(0)), ["create", "wallet_top_up"])
    assert.deepStrictEqual(await updated(new Date(Date.now() + 60_000)), [])
    await platform.dispose()
  })

  it("writes a line for each adjustment of a balance, negative for a credit", async () => {
    const { organization_id, platform } = await shop(pricing)
    const { adjust } = platform.operator.wallets
    const charge = await adjust({ organization_id, amount: "-5.00", reference: "note 17" })
    const credit = await adjust({ organization_id, amount: "2.00", reference: "note 18" })
    const { changes } = await platform.changes.read({ kinds: ["charge.adjusted"] })
    assert.deepStrictEqual(
      changes.map(({ data, organization_id: owner }) =>
        "gross" in data
          ? [owner, data.billing_transaction_id, data.product_reference, data.gross, data.currency]
          : data
      ),
      [[organization_id, charge, "note 17", "5.00", "EUR"], [organization_id, credit, "note 18", "-2.00", "EUR"]]
    )
    await platform.dispose()
  })

  it("adds margins to costs", async () => {
    const { organization_id, platform } = await shop(margins)
    const { balance } = platform.operator.wallets
    assert.deepStrictEqual(await balance(organization_id), { amount: "89.93", currency: "EUR" })
    await platform.dispose()
  })

  it("reacts to changes under a name, and continues where the host decides", async () => {
    const { domain_id, domains, platform } = await shop(pricing)
    const { position } = (await platform.changes.read({ kinds: ["domain.registered"] })).changes[0] ?? { position: 0 }
    await domains.remove(domain_id)
    await platform.changes.moveCursor("mails", position)
    const mails: Array<string> = []
    const stop = new AbortController()
    const { signal } = stop
    const mail = (_organization: string, text: string) => {
      mails.push(text)
    }
    const mailing = platform.consume("mails", async (change) => {
      switch (change.kind) {
        case "domain.expires_soon":
        case "domain.expired":
          return mail(change.organization_id, `${change.object.name} ${change.kind} ${change.data.expires_on}`)
        case "domain.renewal_failed":
          return mail(change.organization_id, `${change.object.name} is not renewed: ${change.data.error?.detail}`)
        case "domain.transferred_out":
          return mail(change.organization_id, `${change.object.name} has left`)
      }
    }, { signal })
    while ((await platform.changes.cursor("mails") ?? 0) < position + 3) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    stop.abort()
    await mailing
    assert.deepStrictEqual(mails, [])
    await platform.changes.moveCursor("invoices", 1_000_000)
    const error: unknown = await platform.consume("invoices", () => {}).catch((error: unknown) => error)
    if (isPlatformError(error, "ERROR_CHANGES_REMOVED")) {
      await platform.changes.moveCursor("invoices", error.removed_through)
    }
    assert.strictEqual(await platform.changes.cursor("invoices"), 0)
    await platform.dispose()
  })
})
