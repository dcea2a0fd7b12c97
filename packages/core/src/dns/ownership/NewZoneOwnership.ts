import { Effect } from "effect"
import { OrganizationDirectory, OrganizationScope } from "../../access/index.ts"
import { type Actor, type OrganizationId, PlatformSettings } from "../../shared/index.ts"
import type * as DnsName from "../DnsName.ts"
import { ZoneAlreadyExists, ZoneNameHeld } from "../ZoneError.ts"
import { namesAbove } from "../ZoneName.ts"
import { NameHolders } from "./NameHolders.ts"
import { gapOf, withSurroundingGap } from "./nextOwnership.ts"
import { precedenceOf, serves, type ZoneOwnershipMembers } from "./Ownership.ts"
import { OwnershipChallenges } from "./OwnershipChallenges.ts"
import { makeOwnershipReview } from "./OwnershipReview.ts"
import { ZoneOwnershipStore } from "./ZoneOwnershipStore.ts"

/** Ownership of a new zone. */
export interface NewZoneOwnership {
  readonly members: ZoneOwnershipMembers
  /** Highest serial of all zones that the name has or had; null where the new zone cannot fall below it. */
  readonly last_serial: number | null
  /** True if the zone above consents or is the organization's own, and may prove this one: a review follows the insertion. */
  readonly needs_review: boolean
}

const unproven: ZoneOwnershipMembers = {
  ownership: "unproven",
  proof: null,
  was_held: false,
  is_served: false,
  displaced_on: null,
  checked_on: null,
  check_due_on: null,
  failed_checks: 0,
  missing: [gapOf("not_checked")]
}

/** Decides on the ownership of a zone that an organization creates. The caller has locked the name. */
export const makeNewZoneOwnership = Effect.gen(function*() {
  const store = yield* ZoneOwnershipStore
  const holders = yield* NameHolders
  const directory = yield* OrganizationDirectory
  const challenges = yield* OwnershipChallenges
  const { environment } = yield* PlatformSettings
  const { isConsented } = yield* makeOwnershipReview

  return Effect.fnUntraced(function*(actor: Actor, name: DnsName.DnsName) {
    const { organization_id, parent_organization_id } = actor
    const actsFor = (owner: OrganizationId) => OrganizationScope.visible(directory, actor, owner)
    const { above, is_trusted, last_serial, own, served_for } = yield* store.surroundings(
      organization_id,
      name,
      namesAbove(name)
    )
    // A second zone beside one that the parent or a suborganization has served would never be served: it is a mistake.
    const isInFamily = served_for !== null && (served_for === parent_organization_id || (yield* actsFor(served_for)))
    if (own !== null || isInFamily) {
      return yield* new ZoneAlreadyExists({ zone_name: name })
    }
    const holder = (yield* holders.of([name])).get(name)
    const is_held = holder !== undefined && (yield* actsFor(holder.organization_id))
    const is_below_another = above !== null && !(yield* actsFor(above.organization_id))
    const is_consented = !is_held && (yield* isConsented({ name, organization_id }, above, is_below_another))
    const needs_review = is_consented || (!is_held && above !== null && !is_below_another)
    if (holder !== undefined && !is_held && !is_consented) {
      return yield* new ZoneNameHeld({ zone_name: name, challenge: yield* challenges.of(organization_id, name) })
    }
    const begun: ZoneOwnershipMembers = is_held ? { ...unproven, ownership: "held", missing: [] } : unproven
    const is_taken = served_for !== null
    // With `needs_review`, the review that follows the insertion decides.
    const is_served = !needs_review && !is_taken &&
      serves(precedenceOf(begun, { environment, is_trusted }), false, is_below_another)
    const gap = !is_served && (is_taken || is_below_another) ? "served_for_another" : undefined
    const created: NewZoneOwnership = {
      members: { ...begun, is_served, missing: withSurroundingGap(begun.missing, gap) },
      last_serial,
      needs_review
    }
    return created
  })
})
