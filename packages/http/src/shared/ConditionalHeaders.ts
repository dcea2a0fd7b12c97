import { limits } from "@namewright/core/shared"
import { Effect, Option, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { sendHeader } from "./sendHeader.ts"

/** One entity tag (RFC 9110, section 8.8.3). */
const entityTag = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/

const strongTag = /^"(.*)"$/

/**
 * The entity tag that a write expects its object to have, from `If-Match` (RFC 9110, section 13.1.1), without its quotes;
 * null for `*`. A weak tag keeps its prefix and quotes, and never matches. Lists are refused: an object has one tag at a
 * time.
 */
const IfMatch = Schema.String.check(Schema.isMaxLength(limits.searchText)).pipe(
  Schema.decodeTo(
    Schema.NullOr(Schema.String),
    SchemaTransformation.transformEffect<string | null, string>({
      decode: (text, options) => {
        const tag = text.trim()
        if (tag === "*") return Effect.succeed(null)
        return entityTag.test(tag)
          ? Effect.succeed(strongTag.exec(tag)?.[1] ?? tag)
          : Effect.fail(new SchemaIssue.InvalidValue({ expected: "one ETag of the object, or *" }, text, options))
      },
      encode: (tag) => Effect.succeed(tag === null ? "*" : `"${tag}"`)
    })
  )
)

/** Headers of a conditional write. */
export const conditional = { "if-match": Schema.optionalKey(IfMatch) }

export interface Conditional {
  readonly "if-match"?: string | null
}

/** The entity tag that the caller expects, if any. */
export const expectedTag = ({ "if-match": expected }: Conditional): string | undefined =>
  Option.getOrUndefined(Option.fromNullishOr(expected))

/** Sends the entity tag of the object in the response. */
export const sendEntityTag = (tag: string): Effect.Effect<void> => sendHeader("etag", `"${tag}"`)
