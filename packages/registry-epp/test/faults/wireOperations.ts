import { type Domain, OutboundTransfers, Transfers } from "@namewright/core/domains"
import type { PlatformServices } from "@namewright/core/embed"
import { CreateHostRequest, Hosts } from "@namewright/core/hosts"
import { RegistrySimulator } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { remove, renew, restore, update } from "../../../core/test/domains/domainRequests.ts"
import {
  type Customer,
  daysBetween,
  domainNow,
  isOwned,
  ownedByRival,
  register,
  requestAway,
  round,
  transferIn
} from "../../../core/test/domains/DomainsPlatform.ts"
import type { EppCommand } from "../../src/message/EppCommand.ts"
import { backend, WireRegistry } from "./WirePlatform.ts"

type Work = (owner: Customer, name: string) => Effect.Effect<unknown, unknown, PlatformServices | WireRegistry>

/** Something that the platform does at the registry by one command. */
export interface WireOperation {
  readonly title: string
  readonly tld: string
  /** The command that the fault hits. */
  readonly command: EppCommand["_tag"]
  /** How many commands of this kind about the name go before it, in the operation itself. */
  readonly after?: number
  readonly before: Work
  readonly run: Work
  /** How often it asks about the domain before that. */
  readonly asks?: number
  /** The query that finds out what became of the command, where it is not that about the domain. */
  readonly look?: EppCommand["_tag"]
  /** How many commands of this kind it takes when nothing goes wrong; 1 unless reported. */
  readonly commands?: number
  /** What the registry has done in the end, each once. */
  readonly carriedOut: ReadonlyArray<string>
  /** What of it is done although the command that the fault hits is not. */
  readonly beside: ReadonlyArray<string>
  /** Sent again without harm, because the registry knows the object by an id that is ours alone. */
  readonly isRepeated?: boolean
  /** What the registry has charged, in minor units. */
  readonly price: number
  /** What the platform has charged for the name. */
  readonly charges: ReadonlyArray<string>
  /** The same when the command was not carried out. */
  readonly returned: ReadonlyArray<string>
  /** Type and subtype of the event of a success; null without an event. */
  readonly event: string | null
  /** Whether the platform's own record says so. */
  readonly isDone: (domain: Domain | undefined) => boolean
}

const nothing: Work = () => Effect.void
const removedLate: Work = Effect.fnUntraced(function*(owner: Customer, name: string) {
  yield* register(owner, name)
  yield* TestClock.adjust("6 days")
  yield* remove(owner, name)
})

const rivals: Work = Effect.fnUntraced(function*(_owner: Customer, name: string) {
  const { simulator } = yield* WireRegistry
  yield* Effect.provideService(ownedByRival(name, backend, "Transfer-Code-1"), RegistrySimulator, simulator)
})

const requestedTransfer: Work = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const { simulator } = yield* WireRegistry
  const domain = yield* register(owner, name)
  yield* Effect.provideService(requestAway(domain), RegistrySimulator, simulator)
  yield* round
})

const decide = (action: "approve" | "reject"): Work => (owner, name) =>
  Effect.flatMap(
    OutboundTransfers,
    (transfers) => owner.act(transfers.decide(DomainName.make(name), { action }))
  )

const years = (domain: Domain | undefined) =>
  domain === undefined ? 0 : Math.round(daysBetween(domain.registered_on, domain.expires_on) / 365.25)

const isBack = (domain: Domain | undefined) =>
  domain !== undefined && domain.canceled_on === null && years(domain) === 2

const bought = "create succeeded 24.90"
const restored = [bought, "restore succeeded 85.00", "renew succeeded 29.90"]
const notRestored = [bought, "restore failed 85.00", "renew failed 29.90"]
const isThere = (domain: Domain | undefined) => domain !== undefined && domain.roid !== ""

const restoring = {
  command: "DomainUpdate",
  asks: 1,
  before: removedLate,
  run: (owner: Customer, name: string) => restore(owner, name),
  price: 5000,
  charges: restored,
  returned: notRestored,
  event: "DELETION/CANCELED",
  isDone: isBack
} as const

const deciding = {
  tld: "wire",
  command: "DomainTransfer",
  before: requestedTransfer,
  beside: [],
  price: 0,
  charges: [bought],
  returned: [bought]
} as const

export const wireOperations: ReadonlyArray<WireOperation> = [
  {
    title: "a registration",
    tld: "wire",
    command: "DomainCreate",
    before: nothing,
    run: register,
    carriedOut: ["contact", "create"],
    beside: ["contact"],
    price: 1000,
    charges: [bought],
    returned: ["create failed 24.90"],
    event: "REGISTRATION/SUCCESS",
    isDone: isThere
  },
  {
    title: "the contact of a registration",
    tld: "wire",
    command: "ContactCreate",
    before: nothing,
    run: register,
    carriedOut: ["contact", "create"],
    beside: [],
    isRepeated: true,
    price: 1000,
    charges: [bought],
    returned: ["create failed 24.90"],
    event: "REGISTRATION/SUCCESS",
    isDone: isThere
  },
  {
    title: "a renewal",
    tld: "wire",
    command: "DomainRenew",
    before: register,
    run: (owner, name) => renew(owner, name),
    carriedOut: ["renew"],
    beside: [],
    price: 1000,
    charges: [bought, "renew succeeded 29.90"],
    returned: [bought, "renew failed 29.90"],
    event: "RENEWAL/SUCCESS",
    isDone: (domain) => years(domain) === 2
  },
  {
    title: "an update",
    tld: "wire",
    command: "DomainUpdate",
    asks: 1,
    before: register,
    run: (owner, name) => update(owner, name, { statuses: ["clientHold"] }),
    carriedOut: ["update"],
    beside: [],
    price: 0,
    charges: [bought],
    returned: [bought],
    event: "MODIFICATION/SUCCESS",
    isDone: (domain) => domain?.registry_statuses.includes("clientHold") === true
  },
  {
    title: "a deletion in the add grace period",
    tld: "wire",
    command: "DomainDelete",
    before: register,
    run: remove,
    carriedOut: ["delete"],
    beside: [],
    price: -1000,
    charges: ["create canceled 24.90"],
    returned: [bought],
    event: "DELETION/SUCCESS",
    isDone: (domain) => domain === undefined
  },
  {
    title: "a deletion",
    tld: "wire",
    command: "DomainDelete",
    before: (owner, name) => Effect.andThen(register(owner, name), TestClock.adjust("6 days")),
    run: remove,
    carriedOut: ["delete"],
    beside: [],
    price: 0,
    charges: [bought],
    returned: [bought],
    event: "DELETION/NOTIFICATION",
    isDone: (domain) => domain !== undefined && domain.canceled_on !== null
  },
  { ...restoring, title: "a restore without a report", tld: "plain", carriedOut: ["restore"], beside: [] },
  {
    ...restoring,
    title: "the request of a restore",
    tld: "wire",
    commands: 2,
    carriedOut: ["restore", "report"],
    beside: []
  },
  {
    ...restoring,
    title: "the report of a restore",
    tld: "wire",
    after: 1,
    commands: 2,
    carriedOut: ["restore", "report"],
    beside: ["restore"]
  },
  {
    title: "the request of a transfer",
    tld: "wire",
    command: "DomainTransfer",
    before: rivals,
    run: transferIn,
    carriedOut: ["contact", "transfer"],
    beside: ["contact"],
    price: 0,
    charges: ["transfer pending 29.90"],
    returned: ["transfer failed 29.90"],
    event: "INBOUND_TRANSFER/NOTIFICATION",
    isDone: (domain) => domain?.registry_statuses.includes("pendingTransfer") === true
  },
  {
    title: "a transfer that is taken back",
    tld: "wire",
    command: "DomainTransfer",
    look: "DomainTransfer",
    before: (owner, name) => Effect.andThen(rivals(owner, name), transferIn(owner, name)),
    run: (owner, name) => Effect.flatMap(Transfers, (transfers) => owner.act(transfers.cancel(DomainName.make(name)))),
    carriedOut: ["cancel"],
    beside: [],
    price: 0,
    charges: ["transfer canceled 29.90"],
    returned: ["transfer pending 29.90"],
    event: "INBOUND_TRANSFER/CANCELED",
    isDone: (domain) => domain === undefined
  },
  {
    ...deciding,
    title: "a transfer that is refused",
    run: decide("reject"),
    carriedOut: ["reject"],
    event: "OUTBOUND_TRANSFER/CANCELED",
    isDone: (domain) => domain !== undefined && !domain.registry_statuses.includes("pendingTransfer")
  },
  {
    ...deciding,
    title: "a transfer that is approved",
    run: decide("approve"),
    carriedOut: ["approve"],
    event: "OUTBOUND_TRANSFER/SUCCESS",
    isDone: (domain) => domain === undefined
  },
  {
    title: "a nameserver of a registration",
    tld: "wire",
    command: "HostCreate",
    before: nothing,
    run: (owner, name) => register(owner, name, { nameservers: [`ns1.${name}.example`] }),
    carriedOut: ["contact", "host", "create"],
    beside: ["contact"],
    price: 1000,
    charges: [bought],
    returned: ["create failed 24.90"],
    event: "REGISTRATION/SUCCESS",
    isDone: isThere
  },
  {
    title: "a host",
    tld: "wire",
    command: "HostCreate",
    look: "HostInfo",
    before: register,
    run: (owner, name) => Effect.flatMap(Hosts, (hosts) => owner.act(hosts.create(hostBelow(name)))),
    carriedOut: ["host"],
    beside: [],
    price: 0,
    charges: [bought],
    returned: [bought],
    event: null,
    isDone: isThere
  }
]

const hostBelow = (name: string) =>
  Schema.decodeUnknownSync(CreateHostRequest)({ hostname: `ns1.${name}`, ip_addresses: ["8.8.8.8"] })

/** A name for an operation; no two of one label have the same letters, of which the rival makes his handles. */
export const nameOf = (operation: WireOperation, label: string): string =>
  `${label}-${"abcdefghijklmnopqrstuvwxyz".charAt(wireOperations.indexOf(operation))}.${operation.tld}`

/** Domain in the platform; undefined if it is not owned. */
export const currentDomain = Effect.fnUntraced(function*(owner: Customer, name: string) {
  return (yield* isOwned(name)) ? yield* domainNow(owner, { domain_id: name }) : undefined
})
