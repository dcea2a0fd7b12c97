import type { DomainName, Hostname, Instant } from "../../../shared/index.ts"
import type { ObjectHistory } from "./ObjectHistory.ts"

/** The statuses of a host that its sponsor sets and lifts (RFC 5732, section 2.3). */
export const hostClientStatuses = ["clientDeleteProhibited", "clientUpdateProhibited"] as const
export type HostClientStatus = (typeof hostClientStatuses)[number]

/** A host object. One below a name of the registry has the sponsor of that name, and was transferred with it. */
export interface SimulatedHost extends Omit<ObjectHistory, "transferred_on"> {
  readonly hostname: Hostname
  readonly roid: string
  /** The name of the same registry that it lies below; null for a host outside of its zones. */
  readonly parent: DomainName | null
  readonly sponsor: string
  readonly created_on: Instant.Instant
  readonly ip_addresses: ReadonlyArray<string>
  readonly client_statuses: ReadonlyArray<HostClientStatus>
}

/** What an info answer shows; `linked` stands beside anything. */
export const hostStatuses = ({ client_statuses }: SimulatedHost, linked: boolean): ReadonlyArray<string> => [
  ...(client_statuses.length === 0 ? ["ok"] : client_statuses),
  ...(linked ? ["linked"] : [])
]
