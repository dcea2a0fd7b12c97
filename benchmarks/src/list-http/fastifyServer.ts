import Fastify from "fastify"
import { createHash } from "node:crypto"
import pg from "pg"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"

export interface FastifyServerTask {
  readonly url: string
}

/**
 * Handwritten server for this route only: the statement that the platform sends, and the same look-up of the
 * key, cached for the same time. It validates no parameters and checks no permissions, rate limits or metrics.
 */
const { url } = taskOf<FastifyServerTask>()
const pool = new pg.Pool({ connectionString: url, max: 10 })

const credentialSql =
  `SELECT k.api_key_id, k.organization_id, k.role, k.expires_at, k.deleted_on, k.key_hash, o.owner_no
  FROM api_keys k LEFT JOIN domain_owners o ON o.organization_id = k.organization_id
  WHERE k.key_hash = $1`

const pageSql = `SELECT c.total, d.domain_id, d.organization_id, d.name, d.sld, d.tld, d.roid, d.registry,
    d.registry_account_id, d.registrar, d.registrar_credential_id, d.renewal_mode, d.is_premium, d.read_only,
    d.registry_statuses, d.contacts, d.nameservers, d.auth_code, d.auth_code_expires_on, d.attributes,
    d.verification_required, d.registered_on, d.expires_on, d.transferred_on, d.canceled_on, d.deleted_on, d.created_on,
    d.updated_on, d.unpaid_renewal_on, d.next_action_on,
    EXISTS (SELECT 1 FROM hosts h WHERE h.domain_id = d.domain_id) AS has_hosts
  FROM (
    SELECT COALESCE(sum(n.n), 0)::int AS total FROM domain_counts n WHERE n.owner_no = $1 AND n.dimension = 1
  ) c LEFT JOIN (
    SELECT i.domain_no, i.domain_id, i.created_on AS sort_key FROM domain_keys i WHERE i.owner_no = $1
    ORDER BY i.created_on DESC, i.domain_id DESC LIMIT $2 OFFSET $3
  ) p ON TRUE
  LEFT JOIN domains d ON d.domain_no = p.domain_no
  ORDER BY p.sort_key DESC, p.domain_id DESC`

interface Caller {
  readonly owner: number
  readonly until: number
}

const cacheMillis = 5000
const callers = new Map<string, Caller>()

const callerOf = async (key: string): Promise<Caller | undefined> => {
  const known = callers.get(key)
  if (known !== undefined && known.until > Date.now()) return known
  const hash = createHash("sha256").update(key).digest("hex")
  const { rows: [row] } = await pool.query({ name: "credential", text: credentialSql, values: [hash] })
  if (row === undefined || row.deleted_on !== null) return undefined
  const caller = { owner: row.owner_no as number, until: Date.now() + cacheMillis }
  callers.set(key, caller)
  return caller
}

const instant = (value: Date | null): string | null => value === null ? null : `${value.toISOString().slice(0, 19)}Z`

const viewOf = (row: Record<string, any>) => {
  const statuses = (row["registry_statuses"] as string).split(" ")
  return {
    domain_id: row["domain_id"],
    name: row["name"],
    sld: row["sld"],
    tld: row["tld"],
    roid: row["roid"],
    owner_id: row["organization_id"],
    registry_account_id: row["registry_account_id"],
    renewal_mode: row["renewal_mode"],
    renewal_period: row["renewal_mode"] === "renew" ? "P1Y" : null,
    is_premium: row["is_premium"],
    transfer_lock: statuses.includes("clientTransferProhibited"),
    read_only: row["read_only"],
    registry_statuses: statuses,
    statuses: statuses.filter((status) => status.startsWith("client")),
    contacts: JSON.parse(row["contacts"]),
    nameservers: JSON.parse(row["nameservers"]),
    hosts: [],
    auth_code: row["auth_code"],
    auth_code_expires_on: instant(row["auth_code_expires_on"]),
    attributes: JSON.parse(row["attributes"]),
    verification_required: row["verification_required"],
    tags: null,
    status_tags: null,
    registered_on: instant(row["registered_on"]),
    expires_on: instant(row["expires_on"]),
    transferred_on: instant(row["transferred_on"]),
    canceled_on: instant(row["canceled_on"]),
    deleted_on: instant(row["deleted_on"]),
    created_on: instant(row["created_on"]),
    updated_on: instant(row["updated_on"])
  }
}

const app = Fastify()

app.get("/v1/domains", async (request, reply) => {
  const caller = await callerOf(String(request.headers["x-api-key"] ?? ""))
  if (caller === undefined) return reply.code(401).send({ code: "ERROR_AUTHENTICATION" })
  const query = request.query as { readonly page?: string; readonly page_size?: string }
  const page = Number(query.page ?? 1)
  const page_size = Number(query.page_size ?? 50)
  const values = [caller.owner, page_size, (page - 1) * page_size]
  const { rows } = await pool.query({ name: "page", text: pageSql, values })
  const items = rows.filter(({ domain_id }) => domain_id !== null).map(viewOf)
  return { items, total: rows[0]?.total ?? 0, page, page_size }
})

const address = await app.listen({ port: 0, host: "127.0.0.1" })
serveParent(Number(new URL(address).port), async () => {
  await app.close()
  await pool.end()
})
