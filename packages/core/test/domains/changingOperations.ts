import {
  type Domain,
  DomainDnssec,
  DomainUpdates,
  HandOvers,
  OutboundTransfers,
  Transfers
} from "@namewright/core/domains"
import type { PlatformServices } from "@namewright/core/embed"
import { type RegistryMethod, simulatedAllocationToken } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { registerAccepted } from "./claimsRequests.ts"
import { remove, renew, restore, update } from "./domainRequests.ts"
import {
  advance,
  type Customer,
  daysBetween,
  domainNow,
  register,
  requestAway,
  round,
  transferIn
} from "./DomainsPlatform.ts"
import { registerUnverified } from "./unverifiedDomain.ts"

/** Operation that changes a domain at its registry. */
export interface Operation {
  readonly title: string
  readonly tld: string
  /** Beginning of the names, which selects a behaviour of the registry. */
  readonly beginning?: string
  /** Command of the operation, and the queries of its outcome. */
  readonly method: RegistryMethod
  readonly looks: ReadonlyArray<RegistryMethod>
  /** Number of queries before the command is sent. */
  readonly asks?: number
  readonly before: (owner: Customer, name: string) => Effect.Effect<Domain | undefined, unknown, PlatformServices>
  readonly run: (owner: Customer, name: string) => Effect.Effect<unknown, unknown, PlatformServices>
  /** Event of the operation, recorded once. */
  readonly event: string
  /** True if the stored domain shows that it was done. */
  readonly isDone: (domain: Domain | undefined) => boolean
  /** Price of the operation. */
  readonly charges: ReadonlyArray<string>
  /** Charges if it was not carried out. */
  readonly returned: ReadonlyArray<string>
  /** True if the result is pending rather than unavailable while the outcome is unknown. */
  readonly isNew?: boolean
}

const none = () => Effect.succeed(undefined)
const registered = (owner: Customer, name: string) => register(owner, name)

/** A deleted domain that can be restored. */
export const removed = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const domain = yield* register(owner, name)
  yield* TestClock.adjust("6 days")
  yield* remove(owner, domain)
  return yield* domainNow(owner, domain)
})

/** A domain that another registrar has asked for. */
export const pendingOutbound = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const domain = yield* register(owner, name)
  yield* requestAway(domain)
  yield* round
  return yield* domainNow(owner, domain)
})

/** A domain that should be on hold, because its contacts are not verified. */
const overdue = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const { domain } = yield* registerUnverified(owner, name)
  yield* advance(name)
  yield* TestClock.adjust("15 days")
  return yield* domainNow(owner, domain)
})

const years = (domain: Domain | undefined) =>
  domain === undefined ? 0 : Math.round(daysBetween(domain.registered_on, domain.expires_on) / 365.25)

const digest = { algorithm: 13, key_tag: 1, digest_type: 2, digest: "AB".repeat(32) } as const

export const changingOperations: ReadonlyArray<Operation> = [
  {
    title: "a registration",
    tld: "com",
    method: "createDomain",
    looks: ["infoDomain"],
    before: none,
    run: register,
    event: "REGISTRATION/SUCCESS",
    isDone: (domain) => domain !== undefined && domain.roid !== "",
    charges: ["create succeeded 9.50"],
    returned: ["create failed 9.50"],
    isNew: true
  },
  {
    title: "a registration with an accepted claims notice",
    tld: "com",
    beginning: "claims-",
    method: "createDomain",
    looks: ["infoDomain"],
    before: none,
    run: registerAccepted,
    event: "REGISTRATION/SUCCESS",
    isDone: (domain) => domain !== undefined && domain.roid !== "",
    charges: ["create succeeded 9.50"],
    returned: ["create failed 9.50"],
    isNew: true
  },
  {
    title: "a registration with an allocation token",
    tld: "com",
    beginning: "allocation-",
    method: "createDomain",
    looks: ["infoDomain"],
    before: none,
    run: (owner, name) => register(owner, name, { allocation_token: simulatedAllocationToken }),
    event: "REGISTRATION/SUCCESS",
    isDone: (domain) => domain !== undefined && domain.roid !== "",
    charges: ["create succeeded 9.50"],
    returned: ["create failed 9.50"],
    isNew: true
  },
  {
    title: "a renewal",
    tld: "com",
    method: "renewDomain",
    looks: ["infoDomain"],
    before: registered,
    run: (owner, name) => renew(owner, name),
    event: "RENEWAL/SUCCESS",
    isDone: (domain) => years(domain) === 2,
    charges: ["create succeeded 9.50", "renew succeeded 9.90"],
    returned: ["create succeeded 9.50", "renew failed 9.90"]
  },
  {
    title: "an update",
    tld: "com",
    method: "updateDomain",
    looks: ["infoDomain"],
    asks: 1,
    before: registered,
    run: (owner, name) => update(owner, name, { statuses: ["clientHold"], renewal_mode: "expire" }),
    event: "MODIFICATION/SUCCESS",
    isDone: (domain) => domain?.registry_statuses.includes("clientHold") === true && domain.renewal_mode === "expire",
    charges: ["create succeeded 9.50"],
    returned: ["create succeeded 9.50"]
  },
  {
    title: "the hold of a name whose contacts are not verified",
    tld: "com",
    method: "updateDomain",
    looks: ["infoDomain"],
    asks: 1,
    before: overdue,
    run: Effect.fnUntraced(function*(owner: Customer, name: string) {
      const { changeHold } = yield* DomainUpdates
      yield* changeHold(yield* domainNow(owner, { domain_id: name }), "hold")
    }),
    event: "MODIFICATION/NOTIFICATION",
    isDone: (domain) =>
      domain?.registry_statuses.includes("clientHold") === true && domain.policy_verification?.holds === true,
    charges: ["create succeeded 9.50"],
    returned: ["create succeeded 9.50"]
  },
  {
    title: "a change of DNSSEC data",
    tld: "com",
    method: "updateDomain",
    looks: ["infoDomain"],
    asks: 1,
    before: registered,
    run: (owner, name) =>
      Effect.flatMap(DomainDnssec, (dnssec) => owner.act(dnssec.replace(DomainName.make(name), [digest]))),
    // The domain does not show it; its event does.
    event: "MODIFICATION/SUCCESS",
    isDone: (domain) => domain !== undefined,
    charges: ["create succeeded 9.50"],
    returned: ["create succeeded 9.50"]
  },
  {
    title: "a deletion in the add grace period",
    tld: "com",
    method: "deleteDomain",
    looks: ["infoDomain"],
    before: registered,
    run: remove,
    event: "DELETION/SUCCESS",
    isDone: (domain) => domain === undefined,
    charges: ["create canceled 9.50"],
    returned: ["create succeeded 9.50"]
  },
  {
    title: "a deletion",
    tld: "de",
    method: "deleteDomain",
    looks: ["infoDomain"],
    before: registered,
    run: remove,
    event: "DELETION/NOTIFICATION",
    isDone: (domain) => domain !== undefined && domain.canceled_on !== null,
    charges: ["create succeeded 3.90"],
    returned: ["create succeeded 3.90"]
  },
  {
    title: "a restore",
    tld: "com",
    method: "restoreDomain",
    looks: ["infoDomain"],
    before: removed,
    run: (owner, name) => restore(owner, name),
    event: "DELETION/CANCELED",
    isDone: (domain) => domain !== undefined && domain.canceled_on === null && years(domain) === 2,
    charges: ["create succeeded 9.50", "restore succeeded 75.00", "renew succeeded 9.90"],
    returned: ["create succeeded 9.50", "restore failed 75.00", "renew failed 9.90"]
  },
  {
    title: "a transfer that takes its time",
    tld: "slow",
    method: "requestTransfer",
    looks: ["infoDomain", "queryTransfer"],
    before: none,
    run: transferIn,
    event: "INBOUND_TRANSFER/NOTIFICATION",
    isDone: (domain) => domain?.registry_statuses.includes("pendingTransfer") === true,
    charges: ["transfer pending 29.90"],
    returned: ["transfer failed 29.90"],
    isNew: true
  },
  {
    title: "a transfer that is done at once",
    tld: "swift",
    method: "requestTransfer",
    looks: ["infoDomain", "queryTransfer"],
    before: none,
    run: transferIn,
    event: "INBOUND_TRANSFER/SUCCESS",
    isDone: (domain) => domain !== undefined && domain.roid !== "",
    charges: ["transfer succeeded 59.80"],
    returned: ["transfer failed 59.80"],
    isNew: true
  },
  {
    title: "taking a transfer back",
    tld: "slow",
    method: "cancelTransfer",
    looks: ["queryTransfer"],
    before: transferIn,
    run: (owner, name) => Effect.flatMap(Transfers, (transfers) => owner.act(transfers.cancel(DomainName.make(name)))),
    event: "INBOUND_TRANSFER/CANCELED",
    isDone: (domain) => domain === undefined,
    charges: ["transfer canceled 29.90"],
    returned: ["transfer pending 29.90"]
  },
  {
    title: "refusing an outbound transfer",
    tld: "slow",
    method: "rejectTransfer",
    looks: ["infoDomain"],
    before: pendingOutbound,
    run: (owner, name) =>
      Effect.flatMap(
        OutboundTransfers,
        (transfers) => owner.act(transfers.decide(DomainName.make(name), { action: "reject" }))
      ),
    event: "OUTBOUND_TRANSFER/CANCELED",
    isDone: (domain) => domain !== undefined && !domain.registry_statuses.includes("pendingTransfer"),
    charges: ["create succeeded 24.90"],
    returned: ["create succeeded 24.90"]
  },
  {
    title: "approving an outbound transfer",
    tld: "slow",
    method: "approveTransfer",
    looks: ["infoDomain"],
    before: pendingOutbound,
    run: (owner, name) =>
      Effect.flatMap(
        OutboundTransfers,
        (transfers) => owner.act(transfers.decide(DomainName.make(name), { action: "approve" }))
      ),
    event: "OUTBOUND_TRANSFER/SUCCESS",
    isDone: (domain) => domain === undefined,
    charges: ["create succeeded 24.90"],
    returned: ["create succeeded 24.90"]
  },
  {
    title: "a request of an auth code",
    tld: "eu",
    method: "requestAuthCode",
    looks: ["infoDomain"],
    before: registered,
    run: (owner, name) =>
      Effect.flatMap(HandOvers, (handOvers) => owner.act(handOvers.requestAuthCode(DomainName.make(name)))),
    event: "MODIFICATION/SUCCESS",
    isDone: (domain) => domain !== undefined && domain.auth_code !== null && domain.auth_code_expires_on !== null,
    charges: ["create succeeded 4.90"],
    returned: ["create succeeded 4.90"]
  },
  {
    title: "a withdrawal",
    tld: "at",
    method: "releaseDomain",
    looks: ["infoDomain"],
    before: (owner, name) => register(owner, name, { nameservers: ["ns1.example.net", "ns2.example.net"] }),
    run: (owner, name) =>
      Effect.flatMap(
        HandOvers,
        (handOvers) => owner.act(handOvers.withdraw(DomainName.make(name), { zone_delete: true }))
      ),
    event: "WITHDRAW/SUCCESS",
    isDone: (domain) => domain === undefined,
    charges: ["create succeeded 10.90"],
    returned: ["create succeeded 10.90"]
  },
  {
    title: "a transit",
    tld: "de",
    method: "releaseDomain",
    looks: ["infoDomain"],
    before: registered,
    run: (owner, name) =>
      Effect.flatMap(
        HandOvers,
        (handOvers) => owner.act(handOvers.transit(DomainName.make(name), { disconnect: false }))
      ),
    event: "TRANSIT/SUCCESS",
    isDone: (domain) => domain === undefined,
    charges: ["create succeeded 3.90"],
    returned: ["create succeeded 3.90"]
  },
  {
    title: "a release to another registrar",
    tld: "uk",
    method: "releaseDomain",
    looks: ["infoDomain"],
    before: registered,
    run: (owner, name) =>
      Effect.flatMap(HandOvers, (handOvers) => owner.act(handOvers.release(DomainName.make(name), { tag: "RIVAL" }))),
    event: "OUTBOUND_TRANSFER/SUCCESS",
    isDone: (domain) => domain === undefined,
    charges: ["create succeeded 6.90"],
    returned: ["create succeeded 6.90"]
  }
]
