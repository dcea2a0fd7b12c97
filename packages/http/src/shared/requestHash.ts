import { seesAuthCodes } from "@namewright/core/access"
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
  const identity = new TextEncoder().encode([callerOf(actor), method, path, body].join("\n"))
  const digest = yield* Effect.promise(() => crypto.subtle.digest("SHA-256", identity))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
})

/**
 * Caller of a request. A program differs from its person, and from itself with access to auth codes, because a stored
 * response may contain them.
 */
const callerOf = (actor: Actor): string => {
  const { agent, principal } = actor
  const id = principal.type === "system" ? "" : principal.id
  return agent === undefined ? id : `${id} ${agent.client_id} ${seesAuthCodes(actor)}`
}

/** Maximum characters of bodies that are compared as JSON values; longer bodies are compared as text. */
const longestCanonical = 1024 * 1024

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))
