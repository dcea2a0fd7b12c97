import { hashOfRequest } from "@namewright/core/access"
import { type Actor, canonicalJson } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { isTooComplex } from "./isTooComplex.ts"

/**
 * SHA-256 of a request in hexadecimal: caller, method, path and body. Bodies with equal JSON values are equal. One
 * idempotency key admits one hash.
 */
export const requestHash = Effect.fnUntraced(function*(actor: Actor, method: string, path: string, text: string) {
  const json = text.length > longestCanonical || isTooComplex(text) ? Option.none() : parse(text)
  const body = Option.match(json, { onNone: () => text, onSome: (value) => canonicalJson(value) ?? text })
  return yield* hashOfRequest(actor, [method, path, body])
})

/** Maximum characters of bodies that are compared as JSON values; longer bodies are compared as text. */
const longestCanonical = 1024 * 1024

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))
