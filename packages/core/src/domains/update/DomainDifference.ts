import type {
  ClientStatus,
  DomainParts,
  RegistryContactLink,
  RegistryDomain,
  RegistryNameserver
} from "../../registry/index.ts"
import { ClientStatus as ClientStatuses } from "../../registry/index.ts"

/** Desired state of a domain at its registry; null leaves a part unchanged. */
export interface DesiredState {
  readonly contacts: ReadonlyArray<RegistryContactLink> | null
  readonly nameservers: ReadonlyArray<RegistryNameserver> | null
  readonly statuses: ReadonlyArray<ClientStatus> | null
  /** Always sent if not null, since registries do not show auth codes. */
  readonly auth_code: string | null
}

export interface DomainDifference {
  readonly add: DomainParts
  readonly remove: DomainParts
  readonly registrant: string | null
  readonly auth_code: string | null
}

const clientStatuses: ReadonlySet<string> = new Set(ClientStatuses.literals)

/** Parts to add and remove to change the registered domain to the desired state. */
export const difference = (registered: RegistryDomain, desired: DesiredState): DomainDifference => {
  const contacts = desired.contacts === null ? none : ofContacts(registered.contacts, desired.contacts)
  const nameservers = desired.nameservers === null ? none : ofNameservers(registered.nameservers, desired.nameservers)
  const statuses = desired.statuses === null ? none : ofStatuses(registered, desired.statuses)
  const parts = (side: "add" | "remove"): DomainParts => ({
    contacts: contacts[side],
    nameservers: nameservers[side],
    statuses: statuses[side],
    dnssec: []
  })
  return {
    add: parts("add"),
    remove: parts("remove"),
    registrant: newRegistrant(registered.contacts, desired.contacts),
    auth_code: desired.auth_code
  }
}

export const isEmpty = ({ add, auth_code, registrant, remove }: DomainDifference): boolean =>
  registrant === null && auth_code === null
  && [add, remove].every(({ contacts, nameservers, statuses }) =>
    contacts.length === 0 && nameservers.length === 0 && statuses.length === 0
  )

const none = { add: [], remove: [] } as const

const ofContacts = (registered: ReadonlyArray<RegistryContactLink>, desired: ReadonlyArray<RegistryContactLink>) => {
  return {
    add: desired.filter((link) => link.type !== "registrant" && !hasLink(registered, link)),
    remove: registered.filter((link) => link.type !== "registrant" && !hasLink(desired, link))
  }
}

const hasLink = (links: ReadonlyArray<RegistryContactLink>, wanted: RegistryContactLink): boolean =>
  links.some(({ handle, type }) => handle === wanted.handle && type === wanted.type)

const newRegistrant = (
  registered: ReadonlyArray<RegistryContactLink>,
  desired: ReadonlyArray<RegistryContactLink> | null
): string | null => {
  const wanted = desired?.find(({ type }) => type === "registrant")?.handle
  return wanted === undefined || wanted === registered.find(({ type }) => type === "registrant")?.handle ? null : wanted
}

/** A nameserver whose addresses differ is removed and added again. */
const ofNameservers = (registered: ReadonlyArray<RegistryNameserver>, desired: ReadonlyArray<RegistryNameserver>) => {
  return {
    add: desired.filter((nameserver) => !hasNameserver(registered, nameserver)),
    remove: registered.filter((nameserver) => !hasNameserver(desired, nameserver))
  }
}

const hasNameserver = (nameservers: ReadonlyArray<RegistryNameserver>, wanted: RegistryNameserver): boolean =>
  nameservers.some((nameserver) => nameserver.hostname === wanted.hostname && sameAddresses(nameserver, wanted))

/** True if the addresses are equal, or not shown: registries with host objects show none. */
const sameAddresses = (a: RegistryNameserver, b: RegistryNameserver): boolean =>
  a.ip_addresses.length === 0 || b.ip_addresses.length === 0
  || a.ip_addresses.toSorted().join() === b.ip_addresses.toSorted().join()

const ofStatuses = (registered: RegistryDomain, desired: ReadonlyArray<ClientStatus>) => {
  const present = registered.statuses.filter((status): status is ClientStatus => clientStatuses.has(status))
  return {
    add: desired.filter((status) => !present.includes(status)),
    remove: present.filter((status) => !desired.includes(status))
  }
}
