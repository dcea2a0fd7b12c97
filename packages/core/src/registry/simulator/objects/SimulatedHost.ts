import type { DomainName, Hostname, Instant } from "../../../shared/index.ts"
import type { ObjectHistory } from "./ObjectHistory.ts"

/** The statuses of a host that its sponsor sets and removes (RFC 5732, section 2.3). */
export const hostClientStatuses = ["clientDeleteProhibited", "clientUpdateProhibited"] as const
export type HostClientStatus = (typeof hostClientStatuses)[number]

/** A host object. A host below a domain of the registry has the sponsor of that domain, and is transferred with it. */
export interface SimulatedHost extends Omit<ObjectHistory, "transferred_on"> {
  readonly hostname: Hostname
  readonly roid: string
  /** The domain of the same registry above the host; null for a host outside of its zones. */
  readonly parent: DomainName | null
  readonly sponsor: string
  readonly created_on: Instant.Instant
  readonly ip_addresses: ReadonlyArray<string>
  readonly client_statuses: ReadonlyArray<HostClientStatus>
}

/** Statuses of an info response; `linked` is combined with any status. */
export const hostStatuses = ({ client_statuses }: SimulatedHost, linked: boolean): ReadonlyArray<string> => [
  ...(client_statuses.length === 0 ? ["ok"] : client_statuses),
  ...(linked ? ["linked"] : [])
]
