import type { HostChange, HostParts, HostRecord } from "@namewright/core/registry"
import { Hostname, Instant } from "@namewright/core/shared"
import { Effect, Option, Schema } from "effect"
import type { EppAddress, EppStatus } from "../message/DomainCommand.ts"
import { eppAddress } from "../message/eppAddress.ts"
import type { EppHostParts, HostUpdate } from "../message/HostCommand.ts"
import { present } from "../message/present.ts"
import type { Availability, HostData } from "../message/ResponseData.ts"
import { checked, checkSize } from "./checks.ts"
import { type Answer, CommandRefused, type Handlers } from "./Handlers.ts"
import { hostname } from "./names.ts"
import { objectHistory } from "./objectHistory.ts"

type HostHandlers = Pick<Handlers, "HostCheck" | "HostInfo" | "HostCreate" | "HostUpdate" | "HostDelete">

const done: Answer = { code: 1000 }
const decodeHostname = Schema.decodeUnknownOption(Hostname)

/** The commands of RFC 5732. */
export const hostHandlers: HostHandlers = {
  HostCheck: Effect.fnUntraced(function*({ names }, context) {
    yield* checkSize(names, context)
    const hostnames = names.flatMap((name) => Option.toArray(decodeHostname(name)))
    const found = new Map((yield* context.account.hosts.check(hostnames)).map((one) => [one.id, one]))
    const answers = names.map((name): Availability => {
      const one = found.get(Option.getOrElse(decodeHostname(name), () => ""))
      return one === undefined ? { id: name, available: false, reason: "Invalid name" } : checked(name, one)
    })
    return { ...done, data: { _tag: "HostChecked", names: answers } }
  }),

  HostInfo: Effect.fnUntraced(function*({ name }, { account }) {
    const found = yield* account.hosts.find(yield* hostname(name))
    if (Option.isNone(found)) {
      return yield* new CommandRefused({ code: 2303, text: `The host ${name} does not exist` })
    }
    return { ...done, data: hostData(found.value) }
  }),

  HostCreate: Effect.fnUntraced(function*({ addresses, name }, { account }) {
    const created = yield* account.hosts.create(yield* hostname(name), yield* addressesOf(addresses))
    const createdOn = Instant.format(created.created_on)
    return { ...done, data: { _tag: "HostCreatedData", name: created.hostname, createdOn } }
  }),

  HostUpdate: Effect.fnUntraced(function*(command, { account }) {
    yield* account.hosts.update(yield* hostname(command.name), yield* changeOf(command))
    return done
  }),

  HostDelete: Effect.fnUntraced(function*({ name }, { account }) {
    yield* account.hosts.delete(yield* hostname(name))
    return done
  })
}

/** The addresses of a command, each of its stated version. The registry validates the text. */
const addressesOf = (
  addresses: ReadonlyArray<EppAddress>
): Effect.Effect<ReadonlyArray<string>, CommandRefused> => {
  const wrong = addresses.find(({ address, version }) => eppAddress(address).version !== version)
  return wrong === undefined
    ? Effect.succeed(addresses.map(({ address }) => address))
    : Effect.fail(new CommandRefused({ code: 2005, text: `${wrong.address} is no ${wrong.version} address` }))
}

const changeOf = Effect.fnUntraced(function*({ add, newName, remove }: HostUpdate) {
  const change: HostChange = {
    add: yield* partsOf(add),
    remove: yield* partsOf(remove),
    ...(newName === undefined ? {} : { new_name: yield* hostname(newName) })
  }
  return change
})

const partsOf = (parts: EppHostParts = { addresses: [], statuses: [] }): Effect.Effect<HostParts, CommandRefused> =>
  Effect.map(addressesOf(parts.addresses), (ip_addresses) => ({
    ip_addresses,
    statuses: parts.statuses.map(({ status }) => status)
  }))

const hostData = ({ host, statuses, transferred_on }: HostRecord): HostData =>
  present({
    _tag: "HostData" as const,
    name: host.hostname,
    roid: host.roid,
    statuses: statuses.map((status): EppStatus => ({ status })),
    addresses: host.ip_addresses.map(eppAddress),
    ...objectHistory(host.sponsor, { ...host, transferred_on })
  })
