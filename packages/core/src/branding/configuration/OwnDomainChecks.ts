import { Context, Effect, Layer, Option } from "effect"
import { Instant, type OrganizationId, Transaction } from "../../shared/index.ts"
import type { DelegationProblem } from "./delegationFinding.ts"
import { makeDelegationCheck } from "./makeDelegationCheck.ts"
import { makeOnboardingFailure } from "./makeOnboardingFailure.ts"
import { makeWhitelabelLog } from "./makeWhitelabelLog.ts"
import { makeWhitelabelMails } from "./makeWhitelabelMails.ts"
import { ownPair } from "./StoredWhitelabelHost.ts"
import { begun, canRepoint, domainChecked, type StoredWhitelabel } from "./WhitelabelState.ts"
import { WhitelabelStore } from "./WhitelabelStore.ts"

/**
 * Daily checks of own domains whose hosts were set up. A lost zone takes the hosts out of service at once. A delegation that
 * is missing begins the onboarding again, whose retries end after 24 hours. A DNS without an answer changes nothing.
 */
export class OwnDomainChecks extends Context.Service<OwnDomainChecks, {
  /** Checks the own domain of an organization's configuration if the check is due. */
  readonly advance: (organization: OrganizationId) => Effect.Effect<void>
  /** Checks it now, such as after the end of the service of its zone. */
  readonly check: (organization: OrganizationId) => Effect.Effect<void>
}>()("@namewright/core/branding/OwnDomainChecks") {
  static readonly layer = Layer.effect(
    OwnDomainChecks,
    Effect.gen(function*() {
      const delegation = yield* makeDelegationCheck
      const fail = yield* makeOnboardingFailure
      const log = yield* makeWhitelabelLog
      const mails = yield* makeWhitelabelMails
      const store = yield* WhitelabelStore
      const transaction = yield* Transaction

      /** Begins the onboarding again, whose first step repeats the check. */
      const begin = Effect.fnUntraced(function*(
        config: StoredWhitelabel,
        { code, detail }: DelegationProblem & Lost,
        now: Instant.Instant
      ) {
        const after = begun(domainChecked(config, now), now)
        yield* store.save(after)
        yield* log.change("UPDATED", config, after)
        yield* log.record(after, {
          subtype: "NOTIFICATION",
          message:
            `A check of ${config.own_hostname} has found a problem; unless it is resolved, its hosts are taken out of `
            + "service after 24 hours",
          error: { code, detail }
        })
        yield* mails.domainProblem(after, code, "warning", now)
      })

      const settle = Effect.fnUntraced(function*(
        config: StoredWhitelabel,
        problem: DelegationProblem | undefined,
        now: Instant.Instant
      ) {
        const own = ownPair(config)
        if (own === undefined || problem === undefined) return yield* store.save(domainChecked(config, now))
        if (!isLost(problem)) return yield* store.save(domainChecked(config, now, false))
        // Without a customer at the hosts of a disabled configuration there is nothing to wait for.
        if (problem.is_final || !config.enabled) return yield* fail(config, { ...problem, pair: own }, now)
        // An onboarding that is going on has made its own check.
        return yield* config.step_due_on === null
          ? begin(config, problem, now)
          : store.save(domainChecked(config, now))
      })

      const checkOf = Effect.fnUntraced(function*(seen: StoredWhitelabel) {
        const problem = yield* delegation.checkServed(seen)
        yield* transaction.atomically(Effect.gen(function*() {
          const found = yield* store.lock(seen.organization_id)
          if (Option.isSome(found) && isSameDomain(found.value, seen)) {
            yield* settle(found.value, problem, yield* Instant.now)
          }
        }))
      })

      const withConfig = (
        organization: OrganizationId,
        isChecked: (config: StoredWhitelabel, now: Instant.Instant) => boolean
      ) =>
        Effect.gen(function*() {
          const found = yield* store.find(organization)
          const now = yield* Instant.now
          if (Option.isSome(found) && isChecked(found.value, now)) yield* checkOf(found.value)
        })

      return OwnDomainChecks.of({
        advance: Effect.fn("OwnDomainChecks.advance")((organization) => withConfig(organization, isDue)),
        check: Effect.fn("OwnDomainChecks.check")((organization) => withConfig(organization, isSetUp))
      })
    })
  )
}

/** A problem that is a reason to end the service. */
interface Lost {
  readonly code: NonNullable<DelegationProblem["code"]>
}

const isLost = (problem: DelegationProblem): problem is DelegationProblem & Lost => problem.code !== null

const isDue = ({ domain_check_due_on }: StoredWhitelabel, now: Instant.Instant): boolean =>
  domain_check_due_on !== null && Instant.hasPassed(domain_check_due_on, now)

/** True if hosts of the own domain may be set up. The first steps of an onboarding check the domain themselves. */
const isSetUp = (config: StoredWhitelabel): boolean =>
  config.domain_check_due_on !== null
  || (config.tier === "plus" && config.onboarding_step !== null && !canRepoint(config))

const isSameDomain = (config: StoredWhitelabel, seen: StoredWhitelabel): boolean =>
  config.whitelabel_branding_id === seen.whitelabel_branding_id && config.own_hostname === seen.own_hostname
  && config.dns_zone_id === seen.dns_zone_id
