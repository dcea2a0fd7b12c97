import { zoneList } from "@namewright/core/dns"
import { limits, OrganizationId } from "@namewright/core/shared"
import { Effect, Option, Schema, SchemaIssue, SchemaTransformation } from "effect"
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

const serialOf = (tag: string): number => /^"\d{1,10}"$/.test(tag) ? Number(tag.slice(1, -1)) : noSerial

/** One entity tag (RFC 9110, section 8.8.3). */
const entityTag = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/

/**
 * The serial that a write expects the zone to have, from `If-Match` (RFC 9110, section 13.1.1); null for `*`. A weak tag
 * never matches. Lists are refused: a zone has one serial at a time.
 */
const IfMatch = Schema.String.check(Schema.isMaxLength(limits.searchText)).pipe(
  Schema.decodeTo(
    Schema.NullOr(Schema.Int),
    SchemaTransformation.transformEffect<number | null, string>({
      decode: (text, options) => {
        const tag = text.trim()
        if (tag === "*") return Effect.succeed(null)
        return entityTag.test(tag)
          ? Effect.succeed(serialOf(tag))
          : Effect.fail(new SchemaIssue.InvalidValue({ expected: "one ETag of the zone, or *" }, text, options))
      },
      encode: (serial) => Effect.succeed(serial === null ? "*" : entityTagOf(serial))
    })
  )
)

/** The entity tag of a zone at a serial. */
export const entityTagOf = (serial: number): string => `"${serial}"`

/** Headers of a conditional write. */
export const conditional = { "if-match": optionalKey(IfMatch) }

type Conditional = { readonly "if-match"?: number | null }

/** The serial that the caller expects, if any. */
export const expectedSerial = ({ "if-match": expected }: Conditional): number | undefined =>
  Option.getOrUndefined(Option.fromNullishOr(expected))
