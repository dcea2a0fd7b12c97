import { Effect } from "effect"
import type { Instant } from "../../../shared/index.ts"
import { IsoDuration } from "../../../tlds/index.ts"
import type { Accepted, NamedDomain, RestoreDomain } from "../../RegistryCommand.ts"
import type { CommandError } from "../../RegistryError.ts"
import { pricesOf } from "../objects/ListPrices.ts"
import { magicLabel } from "../objects/MagicLabel.ts"
import { statusProhibits } from "../objects/Refusal.ts"
import { type SimulatedDomain, updatedBy } from "../objects/SimulatedDomain.ts"
import type { SimulatedTld } from "../objects/SimulatedTld.ts"
import { restored, restoredTermPrice, restoreProblem, restoreRequested } from "../time/DomainLife.ts"
import { charge } from "../time/RegistrarFunds.ts"
import { changeOwn, keep, later, type SimulatedAccount } from "../time/SimulatedAccount.ts"

/** A restore in the two steps of RFC 3915, section 3.2; the command of the port contains both. */
export interface RestoreSteps {
  /** Requests a restore. If the registry requires a report, it waits for it; otherwise the domain is restored. */
  readonly request: (command: RestoreDomain) => Effect.Effect<Accepted, CommandError>
  /** Sends the restore report, which restores the domain. Refused unless the domain waits for a report. */
  readonly report: (command: NamedDomain) => Effect.Effect<Accepted, CommandError>
}

/** The complete restore: request and report. */
export const restoreDomain = Effect.fn("SimulatedRegistry.restoreDomain")(
  (account: SimulatedAccount, command: RestoreDomain): Effect.Effect<Accepted, CommandError> =>
    changeOwn(account, command.name, (domain, tld, now) =>
      Effect.gen(function*() {
        const problem = restoreProblem(domain, tld)
        if (problem !== undefined) return yield* problem
        yield* charge(account, pricesOf(command.name, tld.prices).restore)
        return yield* restore(account, domain, command, tld, now)
      }))
)

export const restoreSteps = (account: SimulatedAccount): RestoreSteps => ({
  request: (command) =>
    changeOwn(account, command.name, (domain, tld, now) =>
      Effect.gen(function*() {
        const problem = restoreProblem(domain, tld)
        if (problem !== undefined) return yield* problem
        yield* charge(account, pricesOf(command.name, tld.prices).restore)
        if (!tld.restore_report || domain.phase._tag !== "Redemption") {
          return yield* restore(account, domain, command, tld, now)
        }
        const waiting: SimulatedDomain = {
          ...updatedBy(domain, account.registrar, now),
          phase: {
            _tag: "AwaitingReport",
            ends_on: IsoDuration.addTo(now, tld.pending_restore),
            redemption_ends_on: domain.phase.ends_on
          }
        }
        yield* keep(account, command.name, { domain: waiting, messages: [] }, tld)
        const accepted: Accepted = { completed: true }
        return accepted
      })),

  report: (command) =>
    changeOwn(account, command.name, (domain, tld, now) =>
      domain.phase._tag === "AwaitingReport"
        ? restore(account, domain, command, tld, now)
        : Effect.fail(statusProhibits("The domain does not wait for a restore report")))
})

/** Restores the domain, or stores the request until the registry decides. */
const restore = Effect.fnUntraced(function*(
  account: SimulatedAccount,
  domain: SimulatedDomain,
  command: NamedDomain,
  tld: SimulatedTld,
  now: Instant.Instant
) {
  const completed = magicLabel(command.name) !== "pending"
  const updated = updatedBy(domain, account.registrar, now)
  const next = completed
    ? restored(updated, tld, now)
    : restoreRequested(updated, command, later(now, account.settings.decision_time))
  // A period that is added later is charged later.
  const amount = completed ? -restoredTermPrice(updated, next, tld) : 0
  const postings = [{ registrar: account.registrar, amount }]
  yield* keep(account, command.name, { domain: next, messages: [], postings }, tld)
  const accepted: Accepted = { completed }
  return accepted
})
