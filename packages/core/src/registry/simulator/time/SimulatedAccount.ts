import { DateTime, type Duration, Effect, Option } from "effect"
import { ancestors, DomainName, type Hostname, Instant, type Money } from "../../../shared/index.ts"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { authCodeAfterTransfer } from "../objects/AuthCode.ts"
import type { ListPrices } from "../objects/ListPrices.ts"
import type { Posting } from "../objects/Posting.ts"
import { notSponsor, objectMissing, policy } from "../objects/Refusal.ts"
import type { SimulatedDomain } from "../objects/SimulatedDomain.ts"
import { isAttended } from "../objects/SimulatedMessage.ts"
import type { SimulatedTld } from "../objects/SimulatedTld.ts"
import type { SimulatorStore, StoredDomain } from "../SimulatorStore.ts"
import { nextDue, type Outcome, settled } from "./PassingTime.ts"

export interface SimulatorSettings {
  /**
   * What becomes of names that nobody registered here. `heldElsewhere`: they can be transferred in, as if another
   * registrar had them, and serve as parents of nameservers. `missing`: they do not exist, as at a real registry.
   */
  readonly unknown_names: "heldElsewhere" | "missing"
  /** How long the registry thinks about what it does not do at once. */
  readonly decision_time: Duration.Input
  /** How long after its registration a name is found to need verification, and how long until it is put on hold. */
  readonly verification_time: Duration.Input
  readonly verification_hold_time: Duration.Input
  /** How long DNSSEC data is put off after the first try. */
  readonly dnssec_deferral_time: Duration.Input
  /** What every price is in. */
  readonly currency: Money.Currency
  /** List prices by registry suffix, where they differ from the usual ones. */
  readonly prices: Readonly<Record<string, Partial<ListPrices>>>
  /** What every registrar has on account at first, in minor units; null where the registries keep no accounts. */
  readonly opening_balance: number | null
  /**
   * Time after which the platform removes auth codes that are set for one transfer (RFC 9154). The registries then hide
   * the codes and unset them after a transfer. Null: domains have a code at all times, which info shows.
   */
  readonly auth_code_lifetime: Duration.Input | null
  /** Labels that nobody can register, under every TLD (ICANN's registry agreement, specification 5). */
  readonly reserved_labels: ReadonlyArray<string>
}

export const simulatorSettings: SimulatorSettings = {
  unknown_names: "heldElsewhere",
  decision_time: "60 seconds",
  verification_time: "60 seconds",
  verification_hold_time: "15 days",
  dnssec_deferral_time: "5 minutes",
  currency: "EUR",
  prices: {},
  opening_balance: null,
  auth_code_lifetime: null,
  reserved_labels: ["nic", "whois", "rdds"]
}

/** One registrar's account at one simulated registry: everything that its commands work with. */
export interface SimulatedAccount {
  /** The key of the registry. */
  readonly registry: string
  readonly registrar: string
  readonly settings: SimulatorSettings
  readonly store: SimulatorStore["Service"]
  /** A unit of work of the registry; a defect when the caller holds a transaction of its own. */
  readonly atomically: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** The rules a registrable name falls under, of whichever registry; none when nobody sells it. */
  readonly tldOf: (name: DomainName) => Effect.Effect<Option.Option<SimulatedTld>>
}

/** The rules of a name of this registry; none for every other name. */
export const ownRulesOf = (account: SimulatedAccount, name: DomainName): Effect.Effect<Option.Option<SimulatedTld>> =>
  Effect.map(account.tldOf(name), Option.filter((tld) => tld.backend === account.registry))

/** The rules of a name, or the refusal of a registry that does not keep such names. */
export const rulesOf = (
  account: SimulatedAccount,
  name: DomainName
): Effect.Effect<SimulatedTld, RegistryRefusal> =>
  Effect.flatMap(
    ownRulesOf(account, name),
    (tld) => Option.isNone(tld) ? Effect.fail(policy(`${name} is no name of this registry`)) : Effect.succeed(tld.value)
  )

/** Whether time has changed the name since it was written. */
export const isOverdue = (due_on: Instant.Instant | null, now: Instant.Instant): boolean =>
  due_on !== null && Instant.hasPassed(due_on, now)

/** Books postings. A charge that exceeds the balance leaves the registrar in debt. */
const post = Effect.fnUntraced(
  function*({ registry, settings, store }: SimulatedAccount, postings: ReadonlyArray<Posting>) {
    const { opening_balance: opening } = settings
    if (opening === null) return
    const booked = postings.filter(({ amount, registrar }) => amount !== 0 && isAttended(registrar))
    // Sorted by registrar, so that two transactions lock balances in the same order.
    for (const { amount, registrar } of booked.toSorted((a, b) => a.registrar < b.registrar ? -1 : 1)) {
      yield* store.changeBalance(registry, registrar, { by: amount, opening, overdraws: true })
    }
  }
)

/** Writes what became of a name, and tells those who are to know. */
export const keep = Effect.fnUntraced(
  function*(
    account: SimulatedAccount,
    name: DomainName,
    { domain, messages, postings = [] }: Outcome,
    tld: SimulatedTld
  ) {
    const { registry, store } = account
    yield* domain === null
      ? store.removeDomain(registry, name)
      : store.saveDomain(registry, { domain, due_on: nextDue(domain, tld) })
    const read = messages.filter(({ registrar }) => isAttended(registrar))
    if (read.length > 0) yield* store.enqueue(registry, read)
    if (postings.length > 0) yield* post(account, postings)
  }
)

/** Brings a locked name up to now and keeps what time made of it; undefined when it is free by now. */
export const settle = Effect.fnUntraced(
  function*(account: SimulatedAccount, { domain, due_on }: StoredDomain, tld: SimulatedTld, now: Instant.Instant) {
    if (!isOverdue(due_on, now)) return domain
    const code = domain.transfer?.status === "pending" ? yield* authCodeAfterTransfer(tld.auth_code) : null
    const outcome = settled(domain, tld, now, code)
    yield* keep(account, domain.name, outcome, tld)
    return outcome.domain ?? undefined
  }
)

/** The name as it is now, locked for the running transaction; undefined when there is none. */
export const lockCurrent = Effect.fnUntraced(
  function*(account: SimulatedAccount, name: DomainName, tld: SimulatedTld, now: Instant.Instant) {
    const stored = yield* account.store.lockDomain(account.registry, name)
    return Option.isNone(stored) ? undefined : yield* settle(account, stored.value, tld, now)
  }
)

/** The name as it is now, locked, if the account sponsors it. */
export const lockOwn = Effect.fnUntraced(
  function*(account: SimulatedAccount, name: DomainName, tld: SimulatedTld, now: Instant.Instant) {
    const domain = yield* lockCurrent(account, name, tld, now)
    if (domain === undefined) return yield* objectMissing("The domain does not exist")
    if (domain.sponsor !== account.registrar) return yield* notSponsor("Another registrar sponsors the domain")
    return domain
  }
)

/** The name as it is now, without a lock; a transaction is opened only where time has changed it. */
export const current = Effect.fnUntraced(
  function*(account: SimulatedAccount, name: DomainName, tld: SimulatedTld, now: Instant.Instant) {
    const stored = yield* account.store.findDomain(account.registry, name)
    if (Option.isNone(stored)) return undefined
    return isOverdue(stored.value.due_on, now)
      ? yield* account.atomically(lockCurrent(account, name, tld, now))
      : stored.value.domain
  }
)

/** The name of this registry that a host lies below, or is; undefined for a host outside of its zones. */
export const parentOf = Effect.fnUntraced(function*(account: SimulatedAccount, hostname: Hostname) {
  for (const name of [hostname, ...ancestors(hostname)]) {
    if (!name.includes(".")) return undefined
    const candidate = DomainName.make(name)
    const tld = yield* account.tldOf(candidate)
    if (Option.isSome(tld)) return tld.value.backend === account.registry ? candidate : undefined
  }
  return undefined
})

/** A moment after now; the settings give durations. */
export const later = (now: Instant.Instant, duration: Duration.Input): Instant.Instant =>
  DateTime.addDuration(now, duration)

/** A change of one name that its sponsor asks for, in a unit of work of its own. */
export const changeOwn = <A, E>(
  account: SimulatedAccount,
  name: DomainName,
  work: (
    domain: SimulatedDomain,
    tld: SimulatedTld,
    now: Instant.Instant
  ) => Effect.Effect<A, E>
) =>
  account.atomically(Effect.gen(function*() {
    const now = yield* Instant.now
    const tld = yield* rulesOf(account, name)
    return yield* work(yield* lockOwn(account, name, tld, now), tld, now)
  }))
