import { zoneList } from "@namewright/core/dns"
import { limits, OrganizationId } from "@namewright/core/shared"
import { Schema } from "effect"
import { type Conditional, expectedTag } from "../shared/ConditionalHeaders.ts"
import type { ValueBounds } from "../shared/endOfValue.ts"
import { listParameters } from "../shared/ListParameters.ts"

const { optionalKey } = Schema

/** A name or an id. A text that is not a name leads to a 404, because clients query the names of parents in turn. */
export const byName = { zone_name: Schema.String }

/** Query of the list of zones. */
export const zoneParameters = {
  ...listParameters(zoneList),
  /** Limits the list to the zones of one suborganization. */
  organization_id: optionalKey(OrganizationId)
}

/** Bytes of a body that writes a zone: 10,000 RRsets, the most that a zone can have. */
export const zoneBytes = 16 * 1024 * 1024

/** Bounds of the JSON text of one RRset. A character can be written as six, such as `\u0061`. */
export const rrsetBounds: ValueBounds = { characters: 6 * limits.rrsetText + 200_000, containers: 10_000 }

/** A serial that no zone has, for unknown entity tags. */
const noSerial = -1

/** The entity tag of a zone at a serial. */
export const entityTagOf = (serial: number): string => `"${serial}"`

/** The serial that the caller expects, if any. */
export const expectedSerial = (headers: Conditional): number | undefined => {
  const tag = expectedTag(headers)
  if (tag === undefined) return undefined
  return /^\d{1,10}$/.test(tag) ? Number(tag) : noSerial
}
