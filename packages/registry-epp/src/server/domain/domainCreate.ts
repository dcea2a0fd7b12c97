import type { CreateDomain, RegistryContactLink, SimulatedTld } from "@namewright/core/registry"
import { Instant, Period } from "@namewright/core/shared"
import { Effect } from "effect"
import type { CreateExtension } from "../../message/CommandExtension.ts"
import type { DomainCreate } from "../../message/DomainCommand.ts"
import type { EppPeriod } from "../../message/EppPeriod.ts"
import { EppUri } from "../../message/EppUri.ts"
import { present } from "../../message/present.ts"
import { childText } from "../../xml/XmlElement.ts"
import { agreedFee } from "../fee/agreedFee.ts"
import { chargedFor } from "../fee/chargedFor.ts"
import type { Answer, Handler } from "../Handlers.ts"
import { claimsAcceptance } from "../launch/claimsAcceptance.ts"
import { domainName } from "../names.ts"
import { commandIdOf } from "../transactionOf.ts"
import { acceptedDnssec } from "./acceptedDnssec.ts"
import { existingNameservers } from "./nameserversOf.ts"

/** `create` of a domain (RFC 5731, section 3.2.1). */
export const domainCreate: Handler<DomainCreate> = Effect.fnUntraced(function*(command, context) {
  const { account } = context
  const { extension = {} } = command
  const name = yield* domainName(command.name)
  const tld = yield* account.domains.rules(name)
  const order: CreateDomain = {
    command_id: commandIdOf(context),
    name,
    period: termOf(command.period, tld.registration_periods),
    contacts: contactLinks(command),
    nameservers: yield* existingNameservers(command.nameservers, tld, context),
    // An empty password means none (RFC 9154, section 4.1).
    auth_code: command.authInfo.password === "" ? null : command.authInfo.password,
    dnssec: yield* acceptedDnssec(extension.secDNS),
    attributes: {},
    fee: yield* agreedFee(extension.fee, present({ name: "create", period: command.period }), name, context),
    allocation_token: extension.allocationToken ?? null,
    idn_language: tableOf(extension),
    claims_acceptance: yield* claimsAcceptance(name, extension.launch)
  }
  const { completed, cost, created_on, expires_on } = yield* account.registry.createDomain(order)
  const answer: Answer = {
    code: completed ? 1000 : 1001,
    data: present({
      _tag: "DomainCreatedData",
      name,
      createdOn: Instant.format(created_on ?? (yield* Instant.now)),
      expiresOn: expires_on === null ? undefined : Instant.format(expires_on)
    }),
    extension: yield* chargedFor("create", cost, extension.fee, context)
  }
  return answer
})

/** The table of an international name (draft-ietf-eppext-idnmap). */
const tableOf = ({ other = [] }: CreateExtension): string | null => {
  const data = other.find(({ name, namespace }) => namespace === EppUri.idn && name === "data")
  return data === undefined ? null : childText(data, "table") ?? null
}

/** The requested term, or the shortest that the registry sells. */
export const termOf = (requested: EppPeriod | undefined, sold: SimulatedTld["registration_periods"]): Period.Period =>
  requested ?? sold[0] ?? Period.years(1)

const contactLinks = ({ contacts, registrant }: DomainCreate): ReadonlyArray<RegistryContactLink> => [
  ...(registrant === undefined ? [] : [{ type: "registrant" as const, handle: registrant }]),
  ...contacts.map(({ id, type }) => ({ type, handle: id }))
]
