import type { DnssecData, DomainParts, UpdateDomain } from "@namewright/core/registry"
import { Effect, Result } from "effect"
import type { SecDnsUpdate } from "../message/CommandExtension.ts"
import type { AuthInfo, EppDomainParts } from "../message/DomainCommand.ts"
import { filledAll } from "../profile/ElementTemplate.ts"
import type { RegistryProfile } from "../profile/RegistryProfile.ts"
import { eppNameservers } from "../records/eppNameservers.ts"
import { acknowledgement, change } from "./ask.ts"
import { isHandle } from "./ContactForm.ts"
import type { EppAccount } from "./EppAccount.ts"
import { eppContacts } from "./EppContacts.ts"
import { delegating, type ForeignHosts } from "./ForeignHosts.ts"
import { malformed, unsupported } from "./Refusals.ts"
import { checkedSecDns } from "./SecDnsForm.ts"

/** Updates a domain (RFC 5731, section 3.2.5). Empty containers are omitted, because registries refuse them. */
export const updateDomain = Effect.fnUntraced(
  function*(account: EppAccount, foreignHosts: ForeignHosts, command: UpdateDomain) {
    const { profile } = account
    const { add, command_id, name, remove } = command
    const added = yield* Effect.fromResult(eppParts(add, profile))
    const removed = yield* Effect.fromResult(eppParts(remove, profile))
    const changed = yield* Effect.fromResult(changeOf(command.change, profile))
    const secDNS = yield* Effect.fromResult(secDnsUpdate(add.dnssec, remove.dnssec, profile))
    const values = { ...command.change.attributes, "@name": name }
    // Registries that query the nameservers before they accept keys answer 2400 until the servers publish the keys.
    const isDeferrable = added === undefined && removed === undefined && changed === undefined && secDNS !== undefined
    const sent = change(account, command_id, ({ extensions: announced }) => ({
      _tag: "DomainUpdate",
      name,
      ...(added === undefined ? {} : { add: added }),
      ...(removed === undefined ? {} : { remove: removed }),
      ...(changed === undefined ? {} : { change: changed }),
      extension: {
        ...(secDNS === undefined ? {} : { secDNS }),
        other: filledAll(profile.templates.domain_update, { values, announced })
      }
    }), { isDeferrable })
    return acknowledgement(yield* delegating(foreignHosts, { domain: name, nameservers: add.nameservers }, sent))
  }
)

const eppParts = (parts: DomainParts, profile: RegistryProfile) =>
  Result.map(eppContacts(parts.contacts, profile), ({ contacts }): EppDomainParts | undefined => {
    const nameservers = eppNameservers(parts.nameservers, profile.hosts)
    const statuses = parts.statuses.map((status) => ({ status }))
    return nameservers === undefined && contacts.length + statuses.length === 0
      ? undefined
      : { ...(nameservers === undefined ? {} : { nameservers }), contacts, statuses }
  })

const changeOf = ({ auth_code, registrant }: UpdateDomain["change"], { auth_code: { removal } }: RegistryProfile) => {
  if (registrant !== null && !isHandle(registrant)) {
    return Result.fail(malformed(`No contact can have the handle ${registrant}`))
  }
  if (auth_code === "" && removal === null) return Result.fail(unsupported("An auth code cannot be taken away here"))
  const authInfo: AuthInfo | null | undefined = auth_code === null
    ? undefined
    : auth_code === "" && removal === "null"
    ? null
    : { password: auth_code }
  return Result.succeed(
    registrant === null && authInfo === undefined ? undefined : {
      ...(registrant === null ? {} : { registrant }),
      ...(authInfo === undefined ? {} : { authInfo })
    }
  )
}

/** Removal precedes addition (RFC 5910, section 5.2.5), so replacing keys is one command. */
const secDnsUpdate = (
  add: ReadonlyArray<DnssecData>,
  remove: ReadonlyArray<DnssecData>,
  { dnssec }: RegistryProfile
) =>
  Result.map(
    Result.all([checkedSecDns(add, dnssec), checkedSecDns(remove, dnssec)]),
    ([added, removed]): SecDnsUpdate | undefined =>
      added === undefined && removed === undefined ? undefined : {
        ...(removed === undefined ? {} : { remove: removed }),
        ...(added === undefined ? {} : { add: added })
      }
  )
