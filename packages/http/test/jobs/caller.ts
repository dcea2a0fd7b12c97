import { Worker } from "@namewright/core/embed"
import type { OrganizationId, Permission } from "@namewright/core/shared"
import { Duration, Effect } from "effect"
import { contactBody } from "../contacts/contactBody.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

/** Calls the platform with a new key of the organization; a new organization if none is passed. */
export const caller = Effect.fnUntraced(function*(
  options: { readonly of?: OrganizationId; readonly rights?: ReadonlyArray<Permission> } = {}
) {
  const { fetch, key, organization } = yield* TestPlatform
  const owner = options.of ?? (yield* organization({ credit: 100_000 }))
  const name = yield* key(owner, options.rights)
  return Object.assign(
    (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      fetch(method, path, body, { key: name, headers }),
    { organization: owner }
  )
})

/** Runs all due work. */
export const work = Effect.flatMap(Worker, (worker) => worker.tick(Duration.minutes(1)))

/** A command that creates a contact with this email address. */
export const contactCommand = (email: string, more: Record<string, unknown> = {}) => ({
  command: "contact_create",
  payload: { ...contactBody, email },
  ...more
})

/** A command that registers a domain. */
export const domainCommand = (name: string, contact_id: string) => ({
  command: "domain_create",
  payload: {
    name,
    renewal_mode: "renew",
    period: { unit: "y", value: 1 },
    contacts: { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
  }
})

export const unknownBatch = "batch_01h455vb4pex5vsknk084sn02q"
export const unknownJob = "job_01h455vb4pex5vsknk084sn02q"
