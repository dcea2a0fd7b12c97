import { Effect, Option } from "effect"
import { SignInClients } from "../../realm/index.ts"
import type { Instant } from "../../shared/index.ts"
import { makeWhitelabelHosting } from "./makeWhitelabelHosting.ts"
import { makeWhitelabelLog } from "./makeWhitelabelLog.ts"
import { makeWhitelabelMails } from "./makeWhitelabelMails.ts"
import { type HostPair, shownPair, type StoredWhitelabelHost } from "./StoredWhitelabelHost.ts"
import type { OnboardingFailureCode } from "./Whitelabel.ts"
import { labelSkeleton } from "./whitelabelLabel.ts"
import { failed, labelHeldUntil, nextDomainCheck, type StoredWhitelabel } from "./WhitelabelState.ts"
import { WhitelabelStore } from "./WhitelabelStore.ts"

/** Why an onboarding ends, and the hosts that cannot be set up. */
export interface OnboardingFailure {
  readonly code: OnboardingFailureCode
  readonly detail: string
  readonly pair: HostPair
}

/** Failures after which hosts of the own domain cannot be served, if they concern it. */
const endsOwnDomain: ReadonlySet<OnboardingFailureCode> = new Set([
  "zone_not_owned",
  "zone_create_failed",
  "delegation_missing",
  "delegation_mismatch",
  "dns_record_rejected"
])

/** The label of hosts below the platform's zone; undefined for those of an own domain. */
const labelOf = ({ base_zone }: StoredWhitelabel, { pair }: StoredWhitelabelHost): string | undefined =>
  pair.endsWith(`.${base_zone}`) ? pair.slice(0, -base_zone.length - 1) : undefined

/** End of an onboarding that has failed, or of the service of an own domain. Calls join the caller's transaction. */
export const makeOnboardingFailure = Effect.gen(function*() {
  const clients = yield* SignInClients
  const hosting = yield* makeWhitelabelHosting
  const log = yield* makeWhitelabelLog
  const mails = yield* makeWhitelabelMails
  const store = yield* WhitelabelStore

  /** The label whose hosts are still served: the former one if the onboarding of another has failed. */
  const servedLabel = Effect.fnUntraced(function*(
    config: StoredWhitelabel,
    kept: ReadonlyArray<StoredWhitelabelHost>,
    now: Instant.Instant
  ) {
    const { base_label, organization_id } = config
    const labels = kept.flatMap((host) => labelOf(config, host) ?? [])
    const [former] = labels
    if (former === undefined || labels.includes(base_label)) return base_label
    const claimOf = (label: string) => ({ label, skeleton: labelSkeleton(label), organization_id })
    yield* store.releaseLabel(claimOf(base_label), labelHeldUntil(now))
    if (yield* store.takeLabel(claimOf(former), now)) return former
    // Another organization has it, after an onboarding that waited for months while the configuration was disabled.
    yield* store.takeLabel(claimOf(base_label), now)
    return base_label
  })

  /**
   * Removes what is not served, and hosts of a domain that cannot be served any more. Served hosts below the platform's
   * zone remain, also those of a former label.
   */
  const clear = Effect.fnUntraced(function*(
    config: StoredWhitelabel,
    { code, pair: refused }: OnboardingFailure,
    now: Instant.Instant
  ) {
    const all = yield* store.hosts(config.whitelabel_branding_id)
    const obsolete = new Set(hosting.obsolete(config, all))
    const isLost = (host: StoredWhitelabelHost) =>
      host.state === "provisioning"
      || (labelOf(config, host) === undefined && obsolete.has(host))
      || (refused.isOwn && host.pair === refused.domain && endsOwnDomain.has(code))
    const kept = all.filter((host) => !isLost(host))
    const lost = all.filter(isLost)
    yield* hosting.release(lost)
    const base_label = yield* servedLabel(config, kept, now)
    const endsService = lost.some(({ pair, state }) => pair === config.own_hostname && state !== "provisioning")
    if (kept.length > 0 && config.client_id !== null && Option.isSome(clients.issuer)) {
      // A disabled configuration gets its client when it is enabled.
      if (config.enabled) yield* hosting.putClient({ ...config, base_label }, kept, clients.issuer.value)
      return { base_label, client_id: config.client_id, endsService, kept }
    }
    yield* hosting.removeClient(config)
    return { base_label, client_id: null, endsService, kept }
  })

  return Effect.fnUntraced(function*(config: StoredWhitelabel, failure: OnboardingFailure, now: Instant.Instant) {
    const { code, detail, pair } = failure
    const { base_label, client_id, endsService, kept } = yield* clear(config, failure, now)
    const isZoneLost = pair.isOwn && (code === "zone_not_owned" || code === "zone_create_failed")
    const after: StoredWhitelabel = {
      ...failed(config, code, detail, now),
      base_label,
      client_id,
      domain_check_due_on: kept.some((host) => host.pair === config.own_hostname) ? nextDomainCheck(now) : null,
      ...(isZoneLost ? { dns_zone_id: null, onboarding_step: "zone" } : {})
    }
    yield* store.save(after)
    yield* log.change("UPDATED", config, after)
    yield* log.record(after, {
      subtype: "FAILURE",
      message: endsService
        ? `The hosts of ${config.own_hostname} are out of service, and their records and certificate are removed`
        : `The onboarding of ${shownPair(config).domain} has failed`,
      error: { code, detail }
    })
    if (endsService) yield* mails.domainProblem(after, code, "ended", now)
  })
})
