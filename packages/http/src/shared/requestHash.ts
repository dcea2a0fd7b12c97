import { seesAuthCodes } from "@namewright/core/access"
import { type Actor, canonicalJson } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { isTooComplex } from "./isTooComplex.ts"

/**
 * The SHA-256 of a request in hexadecimal: caller, method, path and body. Bodies that say the same in JSON are the same.
 * Equal hashes under one idempotency key are one request.
 */
export const requestHash = Effect.fnUntraced(function*(actor: Actor, method: string, path: string, text: string) {
  const json = text.length > longestCanonical || isTooComplex(text) ? Option.none() : parse(text)
  const body = Option.match(json, { onNone: () => text, onSome: (said) => canonicalJson(said) ?? text })
  const identity = new TextEncoder().encode([callerOf(actor), method, path, body].join("\n"))
  const digest = yield* Effect.promise(() => crypto.subtle.digest("SHA-256", identity))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
})

/**
 * The caller of a request. A program is another caller than its person, and than itself when it could see auth codes: an
 * answer may contain what it is not shown.
 */
const callerOf = (actor: Actor): string => {
  const { agent, principal } = actor
  const id = principal.type === "system" ? "" : principal.id
  return agent === undefined ? id : `${id} ${agent.client_id} ${seesAuthCodes(actor)}`
}

/** Characters up to which two bodies are the same if they say the same; longer ones have to be equal. */
const longestCanonical = 1024 * 1024

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))
