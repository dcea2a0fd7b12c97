import { Effect } from "effect"
import type { EventLog } from "../../events/index.ts"
import type { Zone } from "../Zone.ts"
import { displacedDays, type Displacement, hostname, zoneEvent } from "./Displacement.ts"
import { toleratedFailures } from "./nextOwnership.ts"
import type { ReviewedZone } from "./OwnershipReview.ts"

/** Members of the event of the organization whose right to the name prevailed. */
const prevailingEvent = (by: Displacement) =>
  by.kind === "proof" ? zoneEvent(by.zone) : {
    organization_id: by.holder.organization_id,
    object_type: "DOMAIN" as const,
    object_id: by.holder.domain_id,
    object_name: hostname(by.holder.name)
  }

const displacedMessage = ({ name }: Zone, by: Displacement): string => {
  const reason = by.kind === "holder"
    ? `another organization holds ${hostname(by.holder.name)}`
    : `another organization has proven that ${hostname(by.zone.name)} is its own`
  return `Zone ${hostname(name)} was displaced: ${reason}. It can be read and exported for ${displacedDays} days`
}

/** The names are not mentioned: another organization's zones are not visible, and many of them were never public. */
const prevailingMessage = (by: Displacement, count: number): string =>
  `${count === 1 ? "1 zone" : `${count} zones`} of other organizations at ${
    prevailingEvent(by).object_name
  } and below ` +
  `${count === 1 ? "was" : "were"} displaced`

/** Message about a change of a zone that was not displaced; undefined if its organization needs none. */
const messageOf = ({ after, before }: ReviewedZone): string | undefined => {
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
 * Records the outcome of a review in its transaction: one event for each zone that was displaced or proven, that is no
 * longer served, or whose first check failed, and one for each organization whose right to the name prevailed.
 */
export const recordReview = Effect.fnUntraced(function*(
  events: EventLog["Service"],
  outcomes: ReadonlyArray<ReviewedZone>
) {
  const notification = { type: "MODIFICATION", subtype: "NOTIFICATION" } as const
  const prevailing = new Map<string, { readonly by: Displacement; readonly count: number }>()
  for (const outcome of outcomes) {
    const { after, displaced_by: by } = outcome
    const message = by === undefined ? messageOf(outcome) : displacedMessage(after, by)
    if (message !== undefined) yield* events.record({ ...zoneEvent(after), ...notification, event_data: { message } })
    if (by !== undefined) {
      const { object_id } = prevailingEvent(by)
      prevailing.set(object_id, { by, count: (prevailing.get(object_id)?.count ?? 0) + 1 })
    }
  }
  for (const { by, count } of prevailing.values()) {
    const message = prevailingMessage(by, count)
    yield* events.record({ ...prevailingEvent(by), ...notification, event_data: { message } })
  }
})
