import { type TldField, TldSpec } from "@namewright/core/tlds"
import { Effect, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import { HttpServerResponse } from "effect/http"

type EncodedSpec = typeof TldSpec.Encoded

const encode = Schema.encodeSync(TldSpec)
/** Cache of encoded specifications, which never change while the platform runs. */
const encoded = new WeakMap<TldSpec, EncodedSpec>()

const encodedSpec = (spec: TldSpec): EncodedSpec => {
  const cached = encoded.get(spec)
  if (cached !== undefined) return cached
  const made = encode(spec)
  encoded.set(spec, made)
  return made
}

const listText = (specs: ReadonlyArray<TldSpec>, fields: ReadonlyArray<TldField>): string => {
  const tlds = specs.map(encodedSpec)
  if (fields.length === 0) return JSON.stringify({ tlds })
  return JSON.stringify({ tlds: tlds.map((spec) => Object.fromEntries(fields.map((field) => [field, spec[field]]))) })
}

/** A strong validator (RFC 9110, section 8.8.3): the digest of the text. */
const entityTag = (text: string): Effect.Effect<string> =>
  Effect.promise(async () => {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))
    return `"${Base64Url.encode(new Uint8Array(digest).subarray(0, 18))}"`
  })

/** True if an `If-None-Match` contains the tag; weak tags match as well (RFC 9110, section 13.1.2). */
const matchesTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(",").some((candidate) => [tag, `W/${tag}`, "*"].includes(candidate.trim()))

/**
 * The list of specifications, or 304 if the caller has it already. It can be cached for five minutes: it changes with a
 * new version of the platform, or with the offer for the organization.
 */
export const tldListAnswer = Effect.fnUntraced(function*(
  specs: ReadonlyArray<TldSpec>,
  fields: ReadonlyArray<TldField>,
  ifNoneMatch: string | undefined
) {
  const text = listText(specs, fields)
  const tag = yield* entityTag(text)
  const headers = { etag: tag, "cache-control": "private, max-age=300" }
  return matchesTag(ifNoneMatch, tag)
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.text(text, { headers, contentType: "application/json" })
})
