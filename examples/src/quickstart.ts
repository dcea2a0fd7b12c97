import { sqlite } from "@namewright/adapters-sqlite"
import { createPlatform, isPlatformError } from "@namewright/core"
import { ada } from "./ada.ts"

/** Registers a domain in this process: SQLite in memory, a simulated registry, no HTTP. */
export const quickstart = async () => {
  const platform = createPlatform({ storage: sqlite({ filename: ":memory:" }) })
  try {
    // Organizations buy names. The operator creates them and books payments, in cents.
    const { organization_id } = await platform.operator.organizations.createParent({
      name: "Example",
      country_code: "DE",
      starting_credit: 100_00
    })
    const { contacts, domains, transactions } = platform.as(organization_id, "admin")

    const { contact_id } = await contacts.create(ada)
    const order = {
      name: "my-shop.com",
      contacts: { registrant: contact_id, admin: contact_id, tech: contact_id },
      renewal_mode: "renew",
      period: { unit: "y", value: 1 }
    } as const
    const domain = await domains.register(order)

    // A call rejects with an error of the platform, identified by its code.
    const refused: unknown = await domains.register(order).catch((error: unknown) => error)
    if (!isPlatformError(refused, "ERROR_DOMAIN_EXISTS")) throw refused

    const charges = []
    for await (const transaction of transactions.all()) charges.push(transaction)
    return { domain, refused, charges }
  } finally {
    await platform.dispose()
  }
}

if (import.meta.main) console.log(await quickstart())
