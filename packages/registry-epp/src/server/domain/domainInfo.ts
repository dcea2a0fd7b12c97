import type { DomainRecord, RegistryDomain } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import type { DomainInfo } from "../../message/DomainCommand.ts"
import { present } from "../../message/present.ts"
import type { DomainData } from "../../message/ResponseData.ts"
import type { ResponseExtension } from "../../message/ResponseExtension.ts"
import { secDnsData } from "../../records/dnssecRecords.ts"
import { eppNameservers } from "../../records/eppNameservers.ts"
import { type Answer, CommandRefused, type Handler } from "../Handlers.ts"
import { domainName } from "../names.ts"
import { objectHistory } from "../objectHistory.ts"
import { domainStatuses, graceStatuses } from "./domainStatuses.ts"

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
    secDNS: secDnsData(dnssec),
    rgp: rgp.length === 0 ? undefined : rgp
  })
}

const domainData = (
  { domain, history, sponsor }: DomainRecord,
  hosts: NonNullable<DomainInfo["hosts"]>,
  hostObjects: boolean
): DomainData => {
  const form = hostObjects ? "objects" : "attributes"
  return present({
    _tag: "DomainData",
    name: domain.name,
    roid: domain.roid,
    statuses: domainStatuses(domain.statuses),
    registrant: domain.contacts.find(({ type }) => type === "registrant")?.handle,
    contacts: domain.contacts.flatMap(({ handle, type }) =>
      type === "admin" || type === "tech" || type === "billing" ? [{ type, id: handle }] : []
    ),
    nameservers: hosts === "all" || hosts === "del" ? eppNameservers(domain.nameservers, form) : undefined,
    subordinateHosts: hosts === "all" || hosts === "sub" ? domain.subordinate_hosts : [],
    ...objectHistory(sponsor, history),
    expiresOn: domain.expires_on === null ? undefined : Instant.format(domain.expires_on),
    authInfo: domain.auth_code === null ? undefined : { password: domain.auth_code }
  })
}
