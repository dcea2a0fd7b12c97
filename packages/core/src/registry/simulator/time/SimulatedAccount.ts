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
import { advanced, nextDue, type Outcome } from "./PassingTime.ts"

export interface SimulatorSettings {
  /**
   * Treatment of names that are not registered at the simulator. `registeredElsewhere`: they can be transferred in, as if
   * another registrar sponsored them, and nameservers below them exist. `missing`: they do not exist, as at a real
   * registry.
   */
  readonly unknown_names: "registeredElsewhere" | "missing"
  /** Time that the registry needs for a decision on a command that it does not complete at once. */
  readonly decision_time: Duration.Input
  /** Time from the registration to the demand for verification, and time from the demand to the hold. */
  readonly verification_time: Duration.Input
  readonly verification_hold_time: Duration.Input
  /** Time for which DNSSEC data is refused after the first attempt. */
  readonly dnssec_deferral_time: Duration.Input
  /** Currency of every price. */
  readonly currency: Money.Currency
  /** List prices by registry suffix that differ from the defaults. */
  readonly prices: Readonly<Record<string, Partial<ListPrices>>>
  /** Initial balance of every registrar in minor units; null if the registries have no accounts. */
  readonly opening_balance: number | null
  /**
   * Time after which the platform removes auth codes that are set for one transfer (RFC 9154). The registries then hide
   * the codes and unset them after a transfer. Null: domains always have a code, which info shows.
   */
  readonly auth_code_lifetime: Duration.Input | null
  /** Labels that cannot be registered under any TLD (ICANN's registry agreement, specification 5). */
  readonly reserved_labels: ReadonlyArray<string>
}

export const simulatorSettings: SimulatorSettings = {
  unknown_names: "registeredElsewhere",
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

/** Account of one registrar at one simulated registry, with everything that its commands need. */
export interface SimulatedAccount {
  /** Key of the registry. */
  readonly registry: string
  readonly registrar: string
  readonly settings: SimulatorSettings
  readonly store: SimulatorStore["Service"]
  /** Runs a unit of work of the registry; a defect if the caller has an open transaction. */
  readonly atomically: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** The rules of a registrable name of any registry; none if no registry sells it. */
  readonly tldOf: (name: DomainName) => Effect.Effect<Option.Option<SimulatedTld>>
}

/** The rules of a name of this registry; none for every other name. */
export const ownRulesOf = (account: SimulatedAccount, name: DomainName): Effect.Effect<Option.Option<SimulatedTld>> =>
  Effect.map(account.tldOf(name), Option.filter((tld) => tld.backend === account.registry))

/** The rules of a name, or the refusal of a registry to which it does not belong. */
export const rulesOf = (
  account: SimulatedAccount,
  name: DomainName
): Effect.Effect<SimulatedTld, RegistryRefusal> =>
  Effect.flatMap(
    ownRulesOf(account, name),
    (tld) => Option.isNone(tld) ? Effect.fail(policy(`${name} is no name of this registry`)) : Effect.succeed(tld.value)
  )

/** True if an automatic change of the stored object is due. */
export const isOverdue = (due_on: Instant.Instant | null, now: Instant.Instant): boolean =>
  due_on !== null && Instant.hasPassed(due_on, now)

/** Books postings. A charge above the balance makes the balance negative. */
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

/** Stores the outcome of a change, and sends its messages. */
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

/** Applies the due changes to a locked domain and stores the result; undefined if the name has become available. */
export const advance = Effect.fnUntraced(
  function*(account: SimulatedAccount, { domain, due_on }: StoredDomain, tld: SimulatedTld, now: Instant.Instant) {
    if (!isOverdue(due_on, now)) return domain
    const code = domain.transfer?.status === "pending" ? yield* authCodeAfterTransfer(tld.auth_code) : null
    const outcome = advanced(domain, tld, now, code)
    yield* keep(account, domain.name, outcome, tld)
    return outcome.domain ?? undefined
  }
)

/** The domain with all due changes, locked for the running transaction; undefined if it does not exist. */
export const lockCurrent = Effect.fnUntraced(
  function*(account: SimulatedAccount, name: DomainName, tld: SimulatedTld, now: Instant.Instant) {
    const stored = yield* account.store.lockDomain(account.registry, name)
    return Option.isNone(stored) ? undefined : yield* advance(account, stored.value, tld, now)
  }
)

/** The domain with all due changes, locked, if the account sponsors it. */
export const lockOwn = Effect.fnUntraced(
  function*(account: SimulatedAccount, name: DomainName, tld: SimulatedTld, now: Instant.Instant) {
    const domain = yield* lockCurrent(account, name, tld, now)
    if (domain === undefined) return yield* objectMissing("The domain does not exist")
    if (domain.sponsor !== account.registrar) return yield* notSponsor("Another registrar sponsors the domain")
    return domain
  }
)

/** The domain with all due changes, without a lock. A transaction is opened only if a change is due. */
export const current = Effect.fnUntraced(
  function*(account: SimulatedAccount, name: DomainName, tld: SimulatedTld, now: Instant.Instant) {
    const stored = yield* account.store.findDomain(account.registry, name)
    if (Option.isNone(stored)) return undefined
    return isOverdue(stored.value.due_on, now)
      ? yield* account.atomically(lockCurrent(account, name, tld, now))
      : stored.value.domain
  }
)

/** The domain of this registry above a host, or with its name; undefined for a host outside of its zones. */
export const parentOf = Effect.fnUntraced(function*(account: SimulatedAccount, hostname: Hostname) {
  for (const name of [hostname, ...ancestors(hostname)]) {
    if (!name.includes(".")) return undefined
    const candidate = DomainName.make(name)
    const tld = yield* account.tldOf(candidate)
    if (Option.isSome(tld)) return tld.value.backend === account.registry ? candidate : undefined
  }
  return undefined
})

/** A time after now, by a duration of the settings. */
export const later = (now: Instant.Instant, duration: Duration.Input): Instant.Instant =>
  DateTime.addDuration(now, duration)

/** A change of one domain by its sponsor, in its own unit of work. */
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
