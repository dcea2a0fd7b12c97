import { Effect, Option } from "effect"
import { SignInClients } from "../../realm/index.ts"
import type { Instant } from "../../shared/index.ts"
import { makeWhitelabelHosting } from "./makeWhitelabelHosting.ts"
import { makeWhitelabelLog } from "./makeWhitelabelLog.ts"
import type { OnboardingFailureCode } from "./Whitelabel.ts"
import { type HostPair, shownPair, type WhitelabelHost } from "./WhitelabelHost.ts"
import { labelSkeleton } from "./whitelabelLabel.ts"
import { failed, labelHeldUntil, type StoredWhitelabel } from "./WhitelabelState.ts"
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
const labelOf = ({ base_zone }: StoredWhitelabel, { pair }: WhitelabelHost): string | undefined =>
  pair.endsWith(`.${base_zone}`) ? pair.slice(0, -base_zone.length - 1) : undefined

/** End of an onboarding that has failed. Calls join the caller's transaction. */
export const makeOnboardingFailure = Effect.gen(function*() {
  const clients = yield* SignInClients
  const hosting = yield* makeWhitelabelHosting
  const log = yield* makeWhitelabelLog
  const store = yield* WhitelabelStore

  /**
   * Removes what is not served, and hosts of a domain that cannot be served any more. Served hosts below the platform's
   * zone remain, also those of a former label.
   */
  const clear = Effect.fnUntraced(function*(config: StoredWhitelabel, { code, pair: refused }: OnboardingFailure) {
    const all = yield* store.hosts(config.whitelabel_branding_id)
    const obsolete = new Set(hosting.obsolete(config, all))
    const isLost = (host: WhitelabelHost) =>
      host.state === "provisioning"
      || (labelOf(config, host) === undefined && obsolete.has(host))
      || (refused.isOwn && host.pair === refused.pair && endsOwnDomain.has(code))
    const kept = all.filter((host) => !isLost(host))
    yield* hosting.release(all.filter(isLost))
    if (kept.length > 0 && config.client_id !== null && Option.isSome(clients.issuer)) {
      yield* hosting.putClient(config, kept, clients.issuer.value)
      return { client_id: config.client_id, kept }
    }
    yield* hosting.removeClient(config)
    return { client_id: null, kept }
  })

  /** The label whose hosts are still served: the former one if the onboarding of another has failed. */
  const servedLabel = Effect.fnUntraced(function*(
    config: StoredWhitelabel,
    kept: ReadonlyArray<WhitelabelHost>,
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

  return Effect.fnUntraced(function*(config: StoredWhitelabel, failure: OnboardingFailure, now: Instant.Instant) {
    const { code, detail, pair } = failure
    const { client_id, kept } = yield* clear(config, failure)
    const isZoneLost = pair.isOwn && (code === "zone_not_owned" || code === "zone_create_failed")
    const after: StoredWhitelabel = {
      ...failed(config, code, detail, now),
      base_label: yield* servedLabel(config, kept, now),
      client_id,
      ...(isZoneLost ? { dns_zone_id: null, onboarding_step: "zone" } : {})
    }
    yield* store.save(after)
    yield* log.change("UPDATED", config, after)
    yield* log.record(after, {
      subtype: "FAILURE",
      message: `The onboarding of ${shownPair(config).pair} has failed`,
      error: { code, detail }
    })
  })
})
