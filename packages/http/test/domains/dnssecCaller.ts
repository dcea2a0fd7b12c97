import type { OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { contactBody } from "../contacts/contactBody.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"

/** A caller of the organization, and how it registers a domain. */
export const registrantOf = Effect.fnUntraced(function*(organization: OrganizationId) {
  const call = yield* caller({ of: organization })
  const { contact_id } = (yield* call("POST", "/v1/contacts", contactBody)).body
  const contacts = { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
  const register = (name: string, members: Record<string, unknown> = {}) =>
    Effect.map(
      call("POST", "/v1/domains", {
        name,
        renewal_mode: "renew",
        period: { unit: "y", value: 1 },
        contacts,
        ...members
      }),
      ({ body }) => body
    )
  return Object.assign(call, { contacts, register })
})

/** A caller with money, and how it registers a domain. */
export const registrant = Effect.flatMap(
  TestPlatform,
  ({ organization }) => Effect.flatMap(organization({ credit: 1_000_000 }), registrantOf)
)

/** A DS record as requests write it. */
export const ds = (key_tag: number, members: Record<string, unknown> = {}) => ({
  record_type: "ds_data",
  key_tag,
  algorithm: 13,
  digest_type: 2,
  digest: "ab".repeat(32),
  ...members
})
