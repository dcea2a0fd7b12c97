import { Schema } from "effect"
import { DomainId, Hostname, Instant, limits, type OrganizationId, TypeId } from "../shared/index.ts"
import { IpAddress } from "./IpAddress.ts"

export const HostId = TypeId.schema("host").pipe(Schema.brand("HostId"))
export type HostId = typeof HostId.Type
export const newHostId = TypeId.generator("host", (text) => HostId.make(text))

/** Path reference: the id or the hostname. */
export const HostReference = Schema.Union([HostId, Hostname]).annotate({ identifier: "HostReference" })
export type HostReference = typeof HostReference.Type

/** State of the host object at the registry. */
export const HostStatus = Schema.Literals([
  "requested_create",
  "pending_create",
  "active",
  "inactive",
  "pending_delete"
]).annotate({ identifier: "HostStatus" })
export type HostStatus = typeof HostStatus.Type

/** At least one address, without duplicates, in canonical text. */
export const HostAddresses = Schema.Array(IpAddress).check(
  Schema.isMinLength(limits.hostAddresses.minimum),
  Schema.isMaxLength(limits.hostAddresses.maximum)
)

/** Host object with glue: a nameserver name below an owned domain, with its addresses at the registry. */
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

/** Host with its organization and registry account. */
export interface OwnedHost {
  readonly host: Host
  readonly organization_id: OrganizationId
  /** Key of the registry account. */
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
  /** Id or name of the superordinate domain. */
  readonly domain?: string | undefined
  /** Part of the hostname. */
  readonly search?: string | undefined
}

/** Addresses to add and to remove to change one set to another; order is ignored. */
export const addressChange = (from: ReadonlyArray<string>, to: ReadonlyArray<string>) => ({
  add: to.filter((address) => !from.includes(address)),
  remove: from.filter((address) => !to.includes(address))
})
