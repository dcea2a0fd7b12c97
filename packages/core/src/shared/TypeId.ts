import { Effect, Schema } from "effect"
import { fromUUIDBytes, TypeID } from "typeid-js"
import { Entropy } from "./Entropy.ts"

/**
 * Text of the form `prefix_<26 characters>`, the id of one kind of object; brand it at the place of use.
 * Another prefix or a malformed suffix is refused as `typeid_parsing`.
 * Source: REST specification, "Identifiers".
 */
export const schema = (prefix: string) =>
  Schema.String.check(
    Schema.isPattern(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`, "u"), {
      expected: `an id of the form ${prefix}_<26 characters>`,
      issueType: "typeid_parsing"
    })
  ).annotate({ format: "typeid" })

/** Makes new ids of one kind. They sort by time of creation, and take time and randomness from the runtime. */
export const generator = <A>(prefix: string, make: (text: string) => A): Effect.Effect<A> =>
  Effect.flatMap(Entropy, (entropy) =>
    Effect.map(
      entropy.uuidV7({ format: "bytes" }),
      (bytes) => make(fromUUIDBytes(prefix, bytes))
    ))

/** The UUID that an id holds behind its prefix. */
export const uuidOf = (id: string): string => TypeID.fromString(id).toUUID()
