import { contactCommandPayloads } from "@namewright/core/contacts"
import { zoneCommandPayloads } from "@namewright/core/dns"
import { domainCommandPayloads } from "@namewright/core/domains"
import { SubmitBatch, SubmittedCommand } from "@namewright/core/jobs"
import { limits } from "@namewright/core/shared"
import { Schema } from "effect"

const commandOf = <N extends string, P extends Schema.Top>(name: N, payload: P) =>
  Schema.Struct({
    command: Schema.Literal(name),
    version: SubmittedCommand.fields.version,
    idempotency_key: SubmittedCommand.fields.idempotency_key,
    payload
  }).annotate({ identifier: `${pascal(name)}Command` })

const pascal = (name: string): string =>
  name.split("_").map((part) => part.slice(0, 1).toUpperCase() + part.slice(1)).join("")

const { contact_create, contact_create_bulk } = contactCommandPayloads
const {
  dns_zone_create,
  dns_zone_create_bulk,
  dns_zone_patch_records_bulk,
  dns_zone_patch_rrsets_bulk,
  dns_zone_restamp_vanity_ns_bulk,
  dns_zone_update,
  dns_zone_update_bulk
} = zoneCommandPayloads
const {
  domain_create,
  domain_create_bulk,
  domain_transfer,
  domain_transfer_bulk,
  domain_update,
  domain_update_bulk
} = domainCommandPayloads

/**
 * The body of a batch as documents and clients know it, with every command there is. The platform itself reads a body
 * command by command; see `batchSource`.
 */
export const JobBatchRequest = Schema.Struct({
  ...SubmitBatch.fields,
  commands: Schema.Array(Schema.Union([
    commandOf("domain_create", domain_create),
    commandOf("domain_create_bulk", domain_create_bulk),
    commandOf("domain_update", domain_update),
    commandOf("domain_update_bulk", domain_update_bulk),
    commandOf("domain_transfer", domain_transfer),
    commandOf("domain_transfer_bulk", domain_transfer_bulk),
    commandOf("dns_zone_create", dns_zone_create),
    commandOf("dns_zone_create_bulk", dns_zone_create_bulk),
    commandOf("dns_zone_update", dns_zone_update),
    commandOf("dns_zone_update_bulk", dns_zone_update_bulk),
    commandOf("dns_zone_patch_rrsets_bulk", dns_zone_patch_rrsets_bulk),
    commandOf("dns_zone_patch_records_bulk", dns_zone_patch_records_bulk),
    commandOf("dns_zone_restamp_vanity_ns_bulk", dns_zone_restamp_vanity_ns_bulk),
    commandOf("contact_create", contact_create),
    commandOf("contact_create_bulk", contact_create_bulk)
  ])).check(Schema.isMaxLength(limits.batchCommands))
}).annotate({ identifier: "JobBatchRequest" })
