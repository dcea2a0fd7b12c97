import { postgres } from "@namewright/adapters-pg"
import { createPlatform } from "@namewright/core"
import { ada } from "./ada.ts"

/** The platform on PostgreSQL with a worker in your process; any number of processes may share one database. */
export const withPostgres = async (url: string) => {
  const platform = createPlatform({ storage: postgres({ url, maxConnections: 5 }) })
  const stop = new AbortController()
  try {
    await platform.ready()
    const working = platform.work({ signal: stop.signal })

    const { organization_id } = await platform.operator.organizations.createParent({
      name: "Example",
      starting_credit: 100_00
    })
    const { contacts, domains } = platform.as(organization_id, "domain_manager")
    const { contact_id } = await contacts.create(ada)
    const everybody = { registrant: contact_id, admin: contact_id, tech: contact_id }
    const registered = await Promise.all(
      ["first-shop.com", "second-shop.com", "third-shop.com"].map((name) =>
        domains.register({ name, contacts: everybody, renewal_mode: "renew", period: 1 })
      )
    )
    const locked = await domains.update("first-shop.com", { transfer_lock: true })

    stop.abort()
    await working
    return { registered, locked }
  } finally {
    await platform.dispose()
  }
}

if (import.meta.main) console.log(await withPostgres(process.argv[2] ?? "postgres://127.0.0.1/namewright"))
