import { Effect } from "effect"
import { type DomainName, Instant } from "../../../shared/index.ts"
import type { PollPayload } from "../../PollMessage.ts"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { objectMissing } from "../objects/Refusal.ts"
import { type ServerStatus, type SimulatedDomain, updatedBy } from "../objects/SimulatedDomain.ts"
import { registryItself } from "../objects/SimulatedMessage.ts"
import type { SimulatedTld } from "../objects/SimulatedTld.ts"
import { changed } from "../time/PassingTime.ts"
import { keep, later, lockCurrent, rulesOf, type SimulatedAccount } from "../time/SimulatedAccount.ts"
import { verified } from "./DomainCommands.ts"

/** Actions of a registry itself, for tests and for users of the sandbox. */
export interface RegistryActs {
  /** Sets and removes server statuses, as for a registry lock or a court order. The sponsor gets a message. */
  readonly changeStatuses: (
    name: DomainName,
    change: { readonly add?: ReadonlyArray<ServerStatus>; readonly remove?: ReadonlyArray<ServerStatus> },
    reason: string
  ) => Effect.Effect<void, RegistryRefusal>
  /** Demands verification of the registrant. A hold follows after the usual time. */
  readonly demandVerification: (name: DomainName) => Effect.Effect<void, RegistryRefusal>
  /** Accepts the verification of the registrant and removes the hold. */
  readonly acceptVerification: (name: DomainName) => Effect.Effect<void, RegistryRefusal>
  /** Announces a maintenance to one registrar (RFC 9167). The registry itself continues to answer. */
  readonly announceMaintenance: (
    registry: string,
    registrar: string,
    news: Omit<Extract<PollPayload, { readonly _tag: "MaintenanceAnnounced" }>, "_tag">
  ) => Effect.Effect<void>
}

/**
 * `accountOf` returns a registrar's account at the registry of a name, `accountAt` the account of a registrar at a
 * registry.
 */
export const registryActs = (
  accountOf: (name: DomainName) => Effect.Effect<SimulatedAccount>,
  accountAt: (registry: string, registrar: string) => SimulatedAccount
): RegistryActs => {
  const act = (
    name: DomainName,
    work: (
      account: SimulatedAccount,
      domain: SimulatedDomain,
      tld: SimulatedTld,
      now: Instant.Instant
    ) => Effect.Effect<void>
  ) =>
    Effect.flatMap(accountOf(name), (account) =>
      account.atomically(Effect.gen(function*() {
        const now = yield* Instant.now
        const tld = yield* rulesOf(account, name)
        const domain = yield* lockCurrent(account, name, tld, now)
        if (domain === undefined) return yield* objectMissing("The domain does not exist")
        yield* work(account, domain, tld, now)
      })))

  return {
    changeStatuses: (name, { add = [], remove = [] }, reason) =>
      act(name, (account, domain, tld, now) => {
        const left = domain.server_statuses.filter((status) => !remove.includes(status) && !add.includes(status))
        const next = updatedBy({ ...domain, server_statuses: [...left, ...add] }, registryItself, now)
        return keep(account, name, changed(next, now, reason), tld)
      }),

    demandVerification: (name) =>
      act(name, (account, domain, tld, now) => {
        const holds_on = later(now, account.settings.verification_hold_time)
        const verification = {
          claims: ["name" as const, "email" as const],
          demands_on: now,
          holds_on,
          demanded: false,
          held: false
        }
        return keep(account, name, { domain: { ...domain, verification }, messages: [] }, tld)
      }),

    acceptVerification: (name) =>
      act(name, (account, domain, tld, now) => keep(account, name, verified(domain, domain, now), tld)),

    announceMaintenance: Effect.fnUntraced(function*(registry, registrar, news) {
      const { atomically, store } = accountAt(registry, registrar)
      const queued_on = yield* Instant.now
      const text = `Maintenance ${news.maintenance.maintenance_id}: ${news.change}`
      const payload = { _tag: "MaintenanceAnnounced" as const, ...news }
      yield* atomically(store.enqueue(registry, [{ registrar, queued_on, text, payload, subject: null }]))
    })
  }
}
