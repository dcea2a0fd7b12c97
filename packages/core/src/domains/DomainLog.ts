import { Struct } from "effect"
import type { EventKind } from "../events/index.ts"
import type { ObjectChange, ObjectLogAction } from "../objectlog/index.ts"
import type { Domain } from "./Domain.ts"

/** Members of the platform's own bookkeeping, which no caller sees. */
const internal = ["grace_charges", "next_action_on", "sld", "unpaid_renewal_on"] as const

/** Members of a domain in the object log. */
export const loggedDomain = (domain: Domain): object => Struct.omit(domain, internal)

const objectOf = ({ domain_id, organization_id }: Pick<Domain, "domain_id" | "organization_id">) => ({
  organization_id,
  object_type: "DOMAIN" as const,
  object_id: domain_id
})

export const domainCreated = (domain: Domain): ObjectChange => ({
  ...objectOf(domain),
  action: "CREATED",
  after: loggedDomain(domain)
})

export const domainUpdated = (before: Domain, after: Domain): ObjectChange => ({
  ...objectOf(after),
  action: "UPDATED",
  before: loggedDomain(before),
  after: loggedDomain(after)
})

export const domainDeleted = (domain: Domain): ObjectChange => ({
  ...objectOf(domain),
  action: "DELETED",
  before: loggedDomain(domain)
})

/** Actions of events about changes of a domain. The change itself is an update of the same transaction. */
const actions: Partial<Record<EventKind, ObjectLogAction>> = {
  "domain.renewed": "RENEWED",
  "domain.restored": "RESTORED",
  "domain.transfer_in_requested": "TRANSFER_STARTED",
  "domain.transferred_in": "TRANSFER_COMPLETED",
  "domain.transfer_out_requested": "TRANSFER_OUT_STARTED",
  "domain.transferred_out": "TRANSFER_OUT_COMPLETED"
}

/** Entry for an event; undefined for events that are none. */
export const domainAction = (
  domain: Pick<Domain, "domain_id" | "organization_id">,
  kind: EventKind
): ObjectChange | undefined => {
  const action = actions[kind]
  return action === undefined ? undefined : { ...objectOf(domain), action }
}
