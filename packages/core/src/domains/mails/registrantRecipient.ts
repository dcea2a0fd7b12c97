import { Effect } from "effect"
import { ContactStore } from "../../contacts/index.ts"
import { mailAddressOf, mailLocaleOf } from "../../mail/index.ts"
import type { Domain } from "../Domain.ts"
import { registrantIds } from "../verification/MovedDemands.ts"

/** Finds the recipient of mails to the registrant of a domain; undefined for a domain without one. */
export const makeRegistrantRecipient = Effect.gen(function*() {
  const contacts = yield* ContactStore

  return Effect.fnUntraced(function*(domain: Pick<Domain, "contacts" | "organization_id">) {
    const [id] = registrantIds(domain)
    const [contact] = id === undefined ? [] : yield* contacts.findMany(domain.organization_id, [id])
    if (contact === undefined) return undefined
    const { country, email, first_name, last_name } = contact
    return { to: mailAddressOf(email), name: `${first_name} ${last_name}`, locale: mailLocaleOf({ country }) }
  })
})
