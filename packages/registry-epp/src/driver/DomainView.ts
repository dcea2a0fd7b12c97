import { DomainStatus, type RegistryContactLink, type RegistryDomain, type Sponsor } from "@namewright/core/registry"
import type { DomainName } from "@namewright/core/shared"
import { Schema } from "effect"
import type { EppNameservers, EppStatus } from "../message/DomainCommand.ts"
import type { EppResponse } from "../message/EppResponse.ts"
import type { DomainData } from "../message/ResponseData.ts"
import { dnssecOf } from "../records/dnssecRecords.ts"
import { canonicalAddress, hostnamesOf, instantOf } from "./eppValues.ts"

/** A domain in the data of the registry. */
export const domainView = (
  name: DomainName,
  data: DomainData,
  { extension }: EppResponse,
  sponsor: Sponsor
): RegistryDomain => ({
  name,
  roid: data.roid,
  sponsor,
  sponsor_id: data.sponsor,
  statuses: domainStatuses([...data.statuses, ...extension.rgp ?? []]),
  contacts: contactLinks(data),
  nameservers: nameserversOf(data.nameservers),
  subordinate_hosts: hostnamesOf(data.subordinateHosts),
  dnssec: dnssecOf(extension.secDNS),
  auth_code: data.authInfo === undefined || data.authInfo.password === "" ? null : data.authInfo.password,
  created_on: instantOf(data.createdOn),
  expires_on: instantOf(data.expiresOn),
  transferred_on: instantOf(data.transferredOn)
})

const isDomainStatus = Schema.is(DomainStatus)

/** Statuses known to the platform, without duplicates. Other statuses of registries are omitted. */
export const domainStatuses = (statuses: ReadonlyArray<EppStatus>): ReadonlyArray<DomainStatus> =>
  Array.from(new Set(statuses.map(({ status }) => status).filter(isDomainStatus)))

const contactLinks = ({ contacts, registrant }: DomainData): ReadonlyArray<RegistryContactLink> => [
  ...(registrant === undefined || registrant === "" ? [] : [{ type: "registrant" as const, handle: registrant }]),
  ...contacts.map(({ id, type }) => ({ type, handle: id }))
]

const nameserversOf = (nameservers: EppNameservers | undefined): RegistryDomain["nameservers"] => {
  if (nameservers === undefined) return []
  return nameservers.form === "objects"
    ? hostnamesOf(nameservers.hosts).map((hostname) => ({ hostname, ip_addresses: [] }))
    : nameservers.hosts.flatMap(({ addresses, name }) =>
      hostnamesOf([name]).map((hostname) => ({
        hostname,
        ip_addresses: addresses.map(({ address }) => canonicalAddress(address))
      }))
    )
}
