import { Schema } from "effect"
import { DomainId, Hostname, Instant, limits, type OrganizationId, TypeId } from "../shared/index.ts"
import { IpAddress } from "./IpAddress.ts"

export const HostId = TypeId.schema("host").pipe(Schema.brand("HostId"))
export type HostId = typeof HostId.Type
export const newHostId = TypeId.generator("host", (text) => HostId.make(text))

/** A path reference: the id or the hostname. */
export const HostReference = Schema.Union([HostId, Hostname]).annotate({ identifier: "HostReference" })
export type HostReference = typeof HostReference.Type

/** How far the registry has come with the host object. */
export const HostStatus = Schema.Literals([
  "requested_create",
  "pending_create",
  "active",
  "inactive",
  "pending_delete"
]).annotate({ identifier: "HostStatus" })
export type HostStatus = typeof HostStatus.Type

/** At least one address, each once, in canonical text. */
export const HostAddresses = Schema.Array(IpAddress).check(
  Schema.isMinLength(limits.hostAddresses.minimum),
  Schema.isMaxLength(limits.hostAddresses.maximum)
)

/** A glue record: a nameserver name under a domain of the account, with its addresses at the registry. */
export const Host = Schema.Struct({
  host_id: HostId,
  hostname: Hostname,
  ip_addresses: Schema.Array(Schema.String),
  domain_id: DomainId,
  status: HostStatus,
  created_on: Instant.Instant,
  updated_on: Instant.Instant
}).annotate({ identifier: "Host" })
export type Host = typeof Host.Type

/** A host with what only the platform knows of it. */
export interface OwnedHost {
  readonly host: Host
  readonly organization_id: OrganizationId
  /** The key of the registry backend. */
  readonly registry: string
}

export const CreateHostRequest = Schema.Struct({ hostname: Hostname, ip_addresses: HostAddresses })
  .annotate({ identifier: "CreateHost" })
export type CreateHostRequest = typeof CreateHostRequest.Type

export const ReplaceHostRequest = Schema.Struct({ ip_addresses: HostAddresses })
  .annotate({ identifier: "ReplaceHost" })
export type ReplaceHostRequest = typeof ReplaceHostRequest.Type

export const HostSortField = Schema.Literals(["hostname", "created_on", "updated_on"])
  .annotate({ identifier: "HostSortField" })
export type HostSortField = typeof HostSortField.Type

export interface HostFilter {
  /** The id or name of the domain that the hosts lie below. */
  readonly domain?: string | undefined
  /** Part of the hostname. */
  readonly search?: string | undefined
}

/** The addresses to add and to remove to get from one set to another; the order of a set means nothing. */
export const addressChange = (from: ReadonlyArray<string>, to: ReadonlyArray<string>) => ({
  add: to.filter((address) => !from.includes(address)),
  remove: from.filter((address) => !to.includes(address))
})
