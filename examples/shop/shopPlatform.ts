import { postgres } from "@namewright/adapters-pg"
import { createPlatform, type Platform, type PriceFunction } from "@namewright/core"
import type { Pool } from "pg"

/** The platform in the database of the shop, with the shop's prices. */
export const shopPlatform = (pool: Pool): Platform => {
  const pricing: PriceFunction = async ({ action, is_premium, period, product_class }) => {
    if (is_premium) return null
    const { rows: [price] } = await pool.query<{ amount: string }>(
      "SELECT (net_per_year * $3::int)::text AS amount FROM shop.prices WHERE tld = $1 AND action = $2",
      [product_class, action, period?.unit === "y" ? period.value : 1]
    )
    return price ?? null
  }
  return createPlatform({ storage: postgres({ pool, schema: "namewright" }), pricing })
}

/** The state of an order. After its job has succeeded, the registry may still decide. */
export const stateOf = async ({ events, jobs }: ReturnType<Platform["as"]>, batch_id: string) => {
  const { items: [job] } = await jobs.page(batch_id)
  if (job?.status !== "succeeded") return { status: job?.status, error: job?.error_message ?? null }
  const filter = { object_id: String(job.result?.["domain_id"]), type: "REGISTRATION", acknowledged: "any" } as const
  const { items: [event] } = await events.page({ filter })
  if (event?.subtype === "FAILURE") return { status: "failed", error: event.event_data.error?.detail ?? null }
  return { status: event?.subtype === "NOTIFICATION" ? "pending" : "succeeded", error: null }
}

/** Writes an invoice line for each movement of money, once. */
export const writeInvoices = (platform: Platform, pool: Pool, signal: AbortSignal): Promise<void> =>
  platform.consume("invoices", async ({ created_on, data, kind, organization_id }) => {
    const sign = kind === "charge.refunded" ? "-" : ""
    await pool.query("INSERT INTO shop.invoice_lines VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING", [
      data.billing_transaction_id,
      kind,
      organization_id,
      created_on,
      `${data.product_reference}: ${data.action}`,
      `${sign}${data.net}`,
      `${sign}${data.tax}`
    ])
  }, { signal, kinds: ["charge.captured", "charge.refunded", "charge.adjusted"] })

/** Orders that were refused, at once or later. */
const failures = ["job.failed", "job.dead_letter", "domain.registration_failed"] as const

/** Writes mails to be sent, once for each change. */
export const writeMails = (platform: Platform, pool: Pool, signal: AbortSignal): Promise<void> =>
  platform.consume("mails", async ({ kind, object, organization_id, position }) => {
    const mail = [position, organization_id, `${object.name}: ${kind}`]
    await pool.query("INSERT INTO shop.mails VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", mail)
  }, { signal, kinds: [...failures, "domain.registered", "domain.renewed", "domain.expires_soon"] })
