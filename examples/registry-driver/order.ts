import { sqlite } from "@namewright/adapters-sqlite"
import { createPlatform } from "@namewright/core/embed"
import { acmeOptions } from "./acmePlatform.ts"

/** Orders a domain: `node order.ts <address of the registry> <file of the database> <name>`. */
const [url = "", filename = "", name = ""] = process.argv.slice(2)
await using platform = createPlatform({ ...acmeOptions(url), storage: sqlite({ filename }) })
const { organization_id } = await platform.operator.organizations.createParent({
  name: "A customer",
  external_reference: "customer-1",
  starting_credit: "100.00"
})
const { domains } = platform.as(organization_id, "admin")
const { expires_on } = await domains.register({
  name,
  contacts: {},
  period: { unit: "y", value: 1 },
  renewal_mode: "expire"
})
console.log(`${name} is registered until ${expires_on}`)
