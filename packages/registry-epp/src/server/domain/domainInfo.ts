import type { DomainRecord, RegistryDomain } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import type { DomainInfo, EppNameservers } from "../../message/DomainCommand.ts"
import { present } from "../../message/present.ts"
import type { DomainData } from "../../message/ResponseData.ts"
import type { ResponseExtension } from "../../message/ResponseExtension.ts"
import { type Answer, CommandRefused, type Handler } from "../Handlers.ts"
import { objectHistory } from "../objectHistory.ts"
import { domainName } from "./domainName.ts"
import { domainStatuses, graceStatuses } from "./domainStatuses.ts"
import { eppAddress } from "./eppNameservers.ts"
import { secDnsData } from "./secDns.ts"

/** `info` of a domain (RFC 5731, section 3.1.2). */
export const domainInfo: Handler<DomainInfo> = Effect.fnUntraced(function*(command, { account }) {
  const name = yield* domainName(command.name)
  const record = yield* account.domains.find(name, command.authInfo?.password)
  if (Option.isNone(record)) return yield* new CommandRefused({ code: 2303, text: "" })
  const { host_objects } = yield* account.domains.rules(name)
  const answer: Answer = {
    code: 1000,
    data: domainData(record.value, command.hosts ?? "all", host_objects),
    extension: extensionOf(record.value.domain)
  }
  return answer
})

const extensionOf = ({ dnssec, statuses }: RegistryDomain): Partial<ResponseExtension> => {
  const rgp = graceStatuses(statuses)
  return present({
    secDNS: dnssec.length === 0 ? undefined : secDnsData(dnssec),
    rgp: rgp.length === 0 ? undefined : rgp
  })
}

const domainData = (
  { domain, history, sponsor }: DomainRecord,
  hosts: NonNullable<DomainInfo["hosts"]>,
  hostObjects: boolean
): DomainData => {
  const delegated = (hosts === "all" || hosts === "del") && domain.nameservers.length > 0
  return present({
    _tag: "DomainData",
    name: domain.name,
    roid: domain.roid,
    statuses: domainStatuses(domain.statuses),
    registrant: domain.contacts.find(({ type }) => type === "registrant")?.handle,
    contacts: domain.contacts.flatMap(({ handle, type }) =>
      type === "admin" || type === "tech" || type === "billing" ? [{ type, id: handle }] : []
    ),
    nameservers: delegated ? eppNameservers(domain, hostObjects) : undefined,
    subordinateHosts: hosts === "all" || hosts === "sub" ? domain.subordinate_hosts : [],
    ...objectHistory(sponsor, history),
    expiresOn: domain.expires_on === null ? undefined : Instant.format(domain.expires_on),
    authInfo: domain.auth_code === null ? undefined : { password: domain.auth_code }
  })
}

const eppNameservers = ({ nameservers }: RegistryDomain, hostObjects: boolean): EppNameservers =>
  hostObjects
    ? { form: "objects", hosts: nameservers.map(({ hostname }) => hostname) }
    : {
      form: "attributes",
      hosts: nameservers.map(({ hostname, ip_addresses }) => ({
        name: hostname,
        addresses: ip_addresses.map(eppAddress)
      }))
    }
