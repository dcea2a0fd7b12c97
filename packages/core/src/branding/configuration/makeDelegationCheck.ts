import { Effect, Option } from "effect"
import { OwnershipChecks, type Zone, ZoneStore } from "../../dns/index.ts"
import { delegationFinding, type DelegationProblem } from "./delegationFinding.ts"
import { shownPair } from "./StoredWhitelabelHost.ts"
import type { StoredWhitelabel } from "./WhitelabelState.ts"

const lost = (config: StoredWhitelabel): DelegationProblem => ({
  code: "zone_not_owned",
  detail: `The organization has no zone that contains ${shownPair(config).domain}`,
  is_final: true
})

/** Zone and delegation of own domains. Not called in a transaction, because the public DNS is asked. */
export const makeDelegationCheck = Effect.gen(function*() {
  const checks = yield* OwnershipChecks
  const zones = yield* ZoneStore

  /** The zone of the own domain, while the organization has it. */
  const zoneOf = Effect.fnUntraced(function*({ dns_zone_id, organization_id }: StoredWhitelabel) {
    const found = dns_zone_id === null ? Option.none<Zone>() : yield* zones.find(dns_zone_id)
    return Option.filter(found, (zone) => zone.displaced_on === null && zone.organization_id === organization_id)
  })

  /** Why the hosts of the own domain cannot be set up; undefined if they can. */
  const check = Effect.fnUntraced(function*(config: StoredWhitelabel) {
    const zone = yield* zoneOf(config)
    return Option.isNone(zone)
      ? lost(config)
      : delegationFinding(yield* checks.check(zone.value), zone.value)
  })

  /**
   * Why hosts that were set up cannot be served any more; undefined if they can. A zone that was served and is not any more
   * has been checked by `dns` for days, or belongs to another organization.
   */
  const checkServed = Effect.fnUntraced(function*(config: StoredWhitelabel) {
    const zone = yield* zoneOf(config)
    if (Option.isNone(zone)) return lost(config)
    const { is_served, missing, name } = zone.value
    if (!is_served) {
      const detail = missing[0]?.detail ?? `The zone ${name} is not served any more`
      return { code: "zone_not_owned", detail, is_final: true } satisfies DelegationProblem
    }
    return delegationFinding(yield* checks.check(zone.value), zone.value)
  })

  return { check, checkServed }
})
