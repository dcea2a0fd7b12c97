import { type Caller, isPlatformError, type Platform, retryAfterSeconds } from "@namewright/core"
import fastify, { type FastifyRequest } from "fastify"
import { createHash, randomUUID } from "node:crypto"
import type { Pool } from "pg"
import { shopPlatform, stateOf, writeInvoices, writeMails } from "./shopPlatform.ts"
import { tables } from "./tables.ts"

type Contact = Parameters<ReturnType<Platform["as"]>["contacts"]["create"]>[0]

/** An error of the shop, with the status of its response. */
const refusal = (statusCode: number, text: string, cause?: unknown) =>
  Object.assign(new Error(text, { cause }), { statusCode })

const away = (cause: unknown) => Promise.reject(refusal(503, "The database cannot be reached", cause))

const digestOf = (token: string): string => createHash("sha256").update(token).digest("hex")

const statusOf = (error: Error): number => {
  if ("statusCode" in error) return Number(error.statusCode)
  if (retryAfterSeconds(error) !== undefined) return 503
  if (!isPlatformError(error) || error.code === "ERROR_INTERNAL") return 500
  const known: Record<string, number> = { ERROR_INVALID_INPUT: 400, ERROR_PERMISSION_DENIED: 403 }
  return known[error.code] ?? (error.code.endsWith("NOT_FOUND") ? 404 : 409)
}

const body = (...required: ReadonlyArray<string>) => ({ schema: { body: { type: "object", required } } })

export type Shop = ReturnType<typeof createShop>

/** The backend of a hosting provider. It begins to work at once, and waits for its database. */
export const createShop = (pool: Pool) => {
  const platform = shopPlatform(pool)
  const stop = new AbortController()
  const app = fastify()

  /** Creates the tables once; a failed attempt is repeated by the next call. */
  let created: Promise<unknown> | undefined
  const prepare = () =>
    created ??= pool.query(tables).catch((error: unknown) => {
      created = undefined
      return away(error)
    })

  const { signal } = stop
  const working = Promise.all([
    platform.work({ signal }),
    writeInvoices(platform, pool, signal),
    writeMails(platform, pool, signal)
  ])
  working.catch((error: unknown) => app.log.fatal(error))

  /** Authenticates the user of a request. */
  const sessionOf = async ({ headers }: FastifyRequest) => {
    const { rows: [user] } = await pool.query<{ tenant_id: string; organization_id: string; id: string; name: string }>(
      "SELECT tenant_id, organization_id, user_id AS id, u.name FROM shop.users u JOIN shop.tenants USING (tenant_id) WHERE token_digest = $1",
      [digestOf(headers.authorization ?? "")]
    ).catch(away)
    if (user === undefined) throw refusal(401, "Not signed in")
    const { id, name, organization_id, tenant_id } = user
    const caller: Caller = { organization_id, role: "domain_manager", user: { id, name } }
    return { tenant_id, organization_id, caller }
  }

  app.addHook("preHandler", async () => void await prepare())

  app.addHook("onClose", async () => {
    stop.abort()
    await working.catch(() => {})
    await platform.dispose()
  })

  app.setErrorHandler((error: Error, _request, reply) => {
    const wait = retryAfterSeconds(error)
    if (wait !== undefined) reply.header("retry-after", wait)
    app.log.error(error)
    const code = isPlatformError(error) ? error.code : undefined
    const errors = isPlatformError(error, "ERROR_POLICY_VALIDATION") ? error.errors : undefined
    const message = statusOf(error) === 500 ? "Internal error" : error.message
    return reply.code(statusOf(error)).send({ code, message, errors })
  })

  // A customer of the shop with an organization of its own. It pays the invoices of the shop, so it may owe 500 EUR.
  app.post<{ Body: { readonly company: string; readonly user: string } }>(
    "/tenants",
    body("company", "user"),
    async ({ body: { company, user } }, reply) => {
      const token = `Bearer ${randomUUID()}`
      await platform.transaction(async (tx) => {
        const [tenant_id, user_id] = [randomUUID(), randomUUID()]
        const { organization_id } = await tx.operator.organizations.createParent({
          external_reference: tenant_id,
          name: company,
          country_code: "DE",
          terms: { billing_model: "postpaid", credit_limit: "500.00" }
        })
        await tx.query("INSERT INTO shop.tenants VALUES ($1, $2, $3)", [tenant_id, company, organization_id])
        await tx.query("INSERT INTO shop.users VALUES ($1, $2, $3, $4)", [user_id, tenant_id, user, digestOf(token)])
      })
      return reply.code(201).send({ token })
    }
  )

  // The row of the order, its contact and its job are committed together. A repeated order changes nothing.
  app.put<{ Params: { readonly order_id: string }; Body: { readonly domain: string; readonly contact: Contact } }>(
    "/orders/:order_id",
    body("domain", "contact"),
    async (request, reply) => {
      const { caller, tenant_id } = await sessionOf(request)
      const { params: { order_id }, body: { contact, domain } } = request
      await platform.transaction(async (tx) => {
        const [order] = await tx.query<{ domain: string; batch_id: string | null }>(
          `INSERT INTO shop.orders AS o VALUES ($1, $2, $3) ON CONFLICT (tenant_id, order_id) DO UPDATE SET domain = o.domain
          RETURNING domain, batch_id`,
          [tenant_id, order_id, domain]
        )
        if (order?.domain !== domain) throw refusal(409, "The order has another domain")
        if (order.batch_id !== null) return
        const { contacts, jobs } = tx.as(caller)
        const { contact_id } = await contacts.create(contact)
        const everybody = { registrant: contact_id, admin: contact_id, tech: contact_id }
        const payload = { name: domain, contacts: everybody, period: 1, renewal_mode: "renew" } as const
        const { batch_id, errors } = await jobs.submit({ commands: [{ command: "domain_create", payload }] })
        if (errors[0] !== undefined) throw refusal(400, errors[0].error)
        const stored = [tenant_id, order_id, batch_id]
        await tx.query("UPDATE shop.orders SET batch_id = $3 WHERE tenant_id = $1 AND order_id = $2", stored)
      })
      return reply.code(202).send({ order_id })
    }
  )

  app.get<{ Params: { readonly order_id: string } }>("/orders/:order_id", async (request) => {
    const { caller, tenant_id } = await sessionOf(request)
    const { rows: [order] } = await pool.query<{ domain: string; batch_id: string }>(
      "SELECT domain, batch_id FROM shop.orders WHERE tenant_id = $1 AND order_id = $2",
      [tenant_id, request.params.order_id]
    ).catch(away)
    if (order === undefined) throw refusal(404, "Order not found")
    return { domain: order.domain, ...await stateOf(platform.as(caller), order.batch_id) }
  })

  app.get("/domains", async (request) => {
    const { caller } = await sessionOf(request)
    const domains = []
    for await (const { expires_on, name } of platform.as(caller).domains.all()) domains.push({ name, expires_on })
    return domains
  })

  // Repetitions with the same key return the first result, so a lost response does not renew the domain twice.
  app.put<{ Params: { readonly name: string; readonly key: string }; Body: { readonly years: number } }>(
    "/domains/:name/renewals/:key",
    body("years"),
    async (request) => {
      const { caller } = await sessionOf(request)
      const { body: { years }, params: { key, name } } = request
      const renewal = { period: { unit: "y", value: years } } as const
      return platform.as(caller).domains.renew(name, renewal, { idempotencyKey: key, timeout: 10_000 })
    }
  )

  app.get("/invoice", async (request) => {
    const { organization_id } = await sessionOf(request)
    const { rows } = await pool.query<{ text: string; net: string; tax: string }>(
      "SELECT text, net, tax FROM shop.invoice_lines WHERE organization_id = $1 ORDER BY booked_on, text",
      [organization_id]
    ).catch(away)
    return rows
  })

  return { app, platform }
}
