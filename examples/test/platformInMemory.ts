import { sqlite } from "@namewright/adapters-sqlite"
import { createPlatform, type Platform } from "@namewright/core"
import { ada } from "../src/ada.ts"

/** A platform on a database in memory. */
export const open = (options: Partial<Parameters<typeof createPlatform>[0]> = {}): Platform =>
  createPlatform({ storage: sqlite({ filename: ":memory:" }), ...options })

/** An organization with credit and a contact, and a function that orders a domain for it. */
export const customer = async (platform: Platform) => {
  const { organization_id } = await platform.operator.organizations.createParent({
    name: "Example",
    starting_credit: "100.00"
  })
  const caller = platform.as(organization_id, "admin")
  const { contact_id } = await caller.contacts.create(ada)
  const order = (name: string) =>
    caller.domains.register({
      name,
      contacts: { registrant: contact_id, admin: contact_id, tech: contact_id },
      period: { unit: "y", value: 1 },
      renewal_mode: "renew"
    })
  return { caller, order, organization_id }
}
