import { ClientStatus, type DomainParts, type DomainRecord, type UpdateDomain } from "@namewright/core/registry"
import type { DomainName } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import type { DomainUpdate, EppDomainParts, EppStatus } from "../../message/DomainCommand.ts"
import { type Answer, type CommandContext, CommandRefused, type Handler } from "../Handlers.ts"
import { domainName } from "../names.ts"
import { commandIdOf } from "../transactionOf.ts"
import { dnssecChanges } from "./acceptedDnssec.ts"
import { domainHandOver, handOverOf } from "./domainHandOver.ts"
import { domainRestore } from "./domainRestore.ts"
import { existingNameservers, nameserversOf } from "./nameserversOf.ts"

/** `update` of a domain (RFC 5731, section 3.2.5), its keys (RFC 5910), a restore (RFC 3915), or a release. */
export const domainUpdate: Handler<DomainUpdate> = Effect.fnUntraced(function*(command, context) {
  const name = yield* domainName(command.name)
  const { add, change, extension, remove } = command
  const [restore, handOver] = [extension?.rgp, handOverOf(command)]
  if ((restore !== undefined || handOver !== undefined) && isMore(command)) {
    return yield* new CommandRefused({
      code: 2002,
      text: "who restores a name, or gives it away, changes nothing else"
    })
  }
  if (restore !== undefined) return yield* domainRestore(command, restore, name, context)
  if (handOver !== undefined) return yield* domainHandOver(handOver, name, context)
  if (change?.registrant === "") {
    return yield* new CommandRefused({ code: 2306, text: "a name has a registrant" })
  }
  const tld = yield* context.account.domains.rules(name)
  const dnssec = yield* dnssecChanges(extension?.secDNS, currentDnssec(name, context))
  const order: UpdateDomain = {
    command_id: commandIdOf(context),
    name,
    add: yield* partsOf(add, dnssec.add, yield* existingNameservers(add?.nameservers, tld, context)),
    remove: yield* partsOf(remove, dnssec.remove, yield* nameserversOf(remove?.nameservers, tld)),
    change: {
      registrant: change?.registrant ?? null,
      auth_code: change?.authInfo === undefined ? null : change.authInfo?.password ?? "",
      attributes: {}
    }
  }
  const { completed } = yield* context.account.registry.updateDomain(order)
  const answer: Answer = { code: completed ? 1000 : 1001 }
  return answer
})

/** True if an update with an extension that must be its only change contains other changes. */
const isMore = (command: DomainUpdate): boolean => {
  const { add, change, extension, remove } = command
  return add !== undefined || remove !== undefined || change !== undefined || extension?.secDNS !== undefined ||
    (extension?.rgp !== undefined && handOverOf(command) !== undefined)
}

const partsOf = Effect.fnUntraced(function*(
  { contacts, statuses }: EppDomainParts = { contacts: [], statuses: [] },
  dnssec: DomainParts["dnssec"],
  nameservers: DomainParts["nameservers"]
) {
  const of: DomainParts = {
    nameservers,
    contacts: contacts.map(({ id, type }) => ({ type, handle: id })),
    statuses: yield* Effect.forEach(statuses, clientStatus),
    dnssec
  }
  return of
})

const settable: ReadonlyArray<ClientStatus> = ClientStatus.literals

/** Refuses statuses that only the registry sets or computes (RFC 5731, section 2.3). */
const clientStatus = ({ status }: EppStatus): Effect.Effect<ClientStatus, CommandRefused> => {
  const own = settable.find((candidate) => candidate === status)
  return own === undefined
    ? Effect.fail(new CommandRefused({ code: 2306, text: `${status} is set by the registry` }))
    : Effect.succeed(own)
}

/** DNSSEC data of a domain that can be removed; empty if the registrar may not see it. */
const currentDnssec = (name: DomainName, { account }: CommandContext) =>
  Effect.map(
    account.domains.find(name),
    Option.match({ onNone: () => [], onSome: ({ domain }: DomainRecord) => domain.dnssec })
  )
