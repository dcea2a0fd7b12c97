import type { CreateDomain, DomainCreated } from "@namewright/core/registry"
import { Effect } from "effect"
import { filledAll } from "../profile/ElementTemplate.ts"
import { eppNameservers } from "../records/eppNameservers.ts"
import { allocationToken } from "./AllocationTokens.ts"
import { change, isDone } from "./ask.ts"
import type { EppAccount } from "./EppAccount.ts"
import { eppContacts } from "./EppContacts.ts"
import { eppPeriod, instantOf } from "./eppValues.ts"
import { feeAgreement } from "./FeeAgreements.ts"
import { costOf } from "./Fees.ts"
import { delegating, type ForeignHosts } from "./ForeignHosts.ts"
import { launchCreate } from "./LaunchAcceptance.ts"
import { malformed } from "./Refusals.ts"
import { checkedSecDns } from "./SecDnsForm.ts"

/** Registers a domain (RFC 5731, section 3.2.1). The command is checked against the profile before it is sent. */
export const createDomain = Effect.fnUntraced(
  function*(account: EppAccount, foreignHosts: ForeignHosts, command: CreateDomain) {
    const { profile } = account
    const { attributes, auth_code, command_id, name } = command
    const period = eppPeriod(command.period, profile.period)
    if (period === null) return yield* malformed("The registry does not register names for this period")
    const { contacts, registrant } = yield* Effect.fromResult(eppContacts(command.contacts, profile))
    const secDNS = yield* Effect.fromResult(checkedSecDns(command.dnssec, profile.dnssec))
    const launch = launchCreate(command.claims_acceptance)
    const token = yield* Effect.fromResult(allocationToken(account, "create", command))
    const nameservers = eppNameservers(command.nameservers, profile.hosts)
    const term = period === undefined ? {} : { period }
    const fee = yield* feeAgreement(account, name, { name: "create", ...term }, command.fee)
    const values = { ...attributes, "@name": name, "@idn_language": command.idn_language }
    const sent = change(account, command_id, ({ extensions: announced }) => ({
      _tag: "DomainCreate",
      name,
      ...term,
      ...(nameservers === undefined ? {} : { nameservers }),
      ...(registrant === undefined ? {} : { registrant }),
      contacts,
      // The schema requires the element (RFC 5731, section 3.2.1).
      authInfo: { password: auth_code ?? "" },
      extension: {
        ...fee,
        ...(secDNS === undefined ? {} : { secDNS }),
        ...(launch === undefined ? {} : { launch }),
        ...token({ extensions: announced }),
        other: filledAll(profile.templates.domain_create, { values, announced })
      }
    }))
    const response = yield* delegating(foreignHosts, { domain: name, nameservers: command.nameservers }, sent)
    const data = response.data?._tag === "DomainCreatedData" ? response.data : undefined
    const completed = isDone(response)
    const created: DomainCreated = {
      completed,
      created_on: completed ? instantOf(data?.createdOn) : null,
      expires_on: completed ? instantOf(data?.expiresOn) : null,
      cost: costOf(response)
    }
    return created
  }
)
