import { Effect } from "effect"
import type { EventLog } from "../../events/index.ts"
import type { DnsName } from "../DnsName.ts"
import type { Zone } from "../Zone.ts"
import { toleratedFailures } from "./decideOwnership.ts"
import type { Displacing, ReviewedZone } from "./OwnershipReview.ts"

/** Days for which a displaced zone can be read and exported. */
export const displacedDays = 30

/** Names that one event lists. */
const named = 10

const hostname = (name: DnsName): string => name.replace(/\.$/, "")

/** The specification has no kind of object for zones; their id says what they are. */
export const zoneEvent = ({ dns_zone_id, name, organization_id }: Zone) => ({
  organization_id,
  object_type: "UNKNOWN" as const,
  object_id: dns_zone_id,
  object_name: hostname(name)
})

const objectOf = (displacing: Displacing) =>
  displacing.kind === "claimant" ? zoneEvent(displacing.zone) : {
    organization_id: displacing.holder.organization_id,
    object_type: "DOMAIN" as const,
    object_id: displacing.holder.domain_id,
    object_name: hostname(displacing.holder.name)
  }

const reasonOf = (displacing: Displacing): string =>
  displacing.kind === "holder"
    ? `another organization holds ${hostname(displacing.holder.name)}`
    : `another organization has proven that ${hostname(displacing.zone.name)} is its own`

const listed = (names: ReadonlyArray<string>): string =>
  names.length <= named ? names.join(", ") : `${names.slice(0, named).join(", ")} and ${names.length - named} more`

/** The change of a zone that was not displaced, in words; undefined if its organization need not know. */
const changeOf = ({ after, before }: ReviewedZone): string | undefined => {
  const name = hostname(after.name)
  if (after.ownership === "proven" && before.ownership !== "proven") return `The ownership of zone ${name} was proven`
  const end = after.is_served || !before.is_served ? "" : "; the zone is no longer served"
  if (before.ownership === "proven" && after.ownership === "unproven") {
    return `The ownership of zone ${name} is no longer proven${end}`
  }
  if (end !== "") return `Zone ${name} is no longer served`
  return before.failed_checks === 0 && after.failed_checks > 0
    ? `A check found no proof of the ownership of zone ${name}: ${
      after.missing.map(({ detail }) => detail).join(". ")
    }. `
      + `Service ends after ${toleratedFailures} such checks in a row, one a day`
    : undefined
}

/**
 * Records what a review did to zones, in its transaction: one event for each zone that was displaced, proven, served no
 * more or is about to be, and one for the organization whose right to the name prevailed.
 */
export const recordReview = Effect.fnUntraced(function*(
  events: EventLog["Service"],
  outcomes: ReadonlyArray<ReviewedZone>
) {
  const gains = new Map<string, { readonly by: Displacing; readonly names: Array<string> }>()
  for (const { after, before, displaced_by } of outcomes) {
    const event = { ...zoneEvent(after), type: "MODIFICATION" as const, subtype: "NOTIFICATION" as const }
    if (displaced_by !== undefined) {
      const message = `Zone ${hostname(after.name)} was displaced: ${reasonOf(displaced_by)}. It can be read and ` +
        `exported for ${displacedDays} days`
      yield* events.record({ ...event, event_data: { message } })
      const { object_id } = objectOf(displaced_by)
      const gain = gains.get(object_id) ?? { by: displaced_by, names: [] }
      gains.set(object_id, { ...gain, names: [...gain.names, hostname(after.name)] })
    } else {
      const message = changeOf({ after, before, displaced_by })
      if (message !== undefined) yield* events.record({ ...event, event_data: { message } })
    }
  }
  for (const { by, names } of gains.values()) {
    yield* events.record({
      ...objectOf(by),
      type: "MODIFICATION",
      subtype: "NOTIFICATION",
      event_data: { message: `Zones of other organizations were displaced: ${listed(names)}` }
    })
  }
})
