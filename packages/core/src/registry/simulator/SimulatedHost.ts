import type { DomainName, Hostname } from "../../shared/index.ts"
import type { RegistryContact } from "../RegistryDomain.ts"

/** A host object. One below a name of the registry has the sponsor of that name. */
export interface SimulatedHost {
  readonly hostname: Hostname
  /** The name of the same registry that it lies below; null for a host outside of its zones. */
  readonly parent: DomainName | null
  readonly sponsor: string
  readonly ip_addresses: ReadonlyArray<string>
}

export interface SimulatedContact {
  readonly sponsor: string
  readonly contact: RegistryContact
}
