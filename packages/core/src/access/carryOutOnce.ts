import { Effect, type Exit, Option } from "effect"
import { type Actor, canonicalJson, type CurrentActor, principalReference } from "../shared/index.ts"
import { seesAuthCodes } from "./AgentRules.ts"
import { Idempotency, type IdempotencyKeyReused, type RequestInProgress } from "./Idempotency.ts"
import type { RecordedAnswer } from "./IdempotencyStore.ts"
import { RepeatedSince, RequestIdentity } from "./RequestIdentity.ts"
import { settledEventually } from "./settledEventually.ts"

/**
 * The record of an outcome: the answer to repetitions, `refused` if nothing was carried out, undefined if the outcome is
 * unknown or another attempt may end differently.
 */
export type RecordOf<A, E> = (exit: Exit.Exit<A, E>) => RecordedAnswer | "refused" | undefined

/** Outcome of a request with a key: the result, or the recorded answer to an earlier attempt. */
export type OnceOutcome<A> =
  | { readonly _tag: "Done"; readonly result: A }
  | { readonly _tag: "Answered"; readonly answer: RecordedAnswer }

/**
 * Carries out a request once, however often it is repeated with its key. It continues if its caller disconnects, so that the
 * next attempt with the key finds the answer. The REST interface and the calls of the library share this and the keys.
 */
export const carryOutOnce = Effect.fnUntraced(function*<A, E, R>(
  request: Effect.Effect<A, E, R>,
  { hash, key, recordOf }: { readonly hash: string; readonly key: string; readonly recordOf: RecordOf<A, E> }
): Effect.fn.Return<
  OnceOutcome<A>,
  E | IdempotencyKeyReused | RequestInProgress,
  R | CurrentActor | Idempotency
> {
  const idempotency = yield* Idempotency
  const begun = yield* idempotency.begin(key, hash)
  if (begun._tag === "Answered") return begun
  const { attempt, repeatedSince } = begun

  /** The identity of a repeated request stays with its key: an earlier attempt may have carried something out. */
  const settled = (exit: Exit.Exit<A, E>): Effect.Effect<void> => {
    const record = recordOf(exit)
    if (record === "refused") {
      return Option.isSome(repeatedSince) ? idempotency.abandon(attempt) : idempotency.release(attempt)
    }
    return record === undefined ? idempotency.abandon(attempt) : idempotency.complete(attempt, record)
  }

  const result = yield* request.pipe(
    Effect.provideService(RequestIdentity, Option.some(attempt.request_id)),
    Effect.provideService(RepeatedSince, repeatedSince),
    // The request has been carried out, so its result is returned even if it could not be stored.
    Effect.onExit((exit) => settledEventually(settled(exit)))
  )
  return { _tag: "Done", result }
}, Effect.uninterruptible)

/** SHA-256 of a request in hexadecimal: its caller and its parts. Equal hashes under one key are one request. */
export const hashOfRequest = (actor: Actor, parts: ReadonlyArray<string>): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() =>
      crypto.subtle.digest("SHA-256", new TextEncoder().encode([callerOf(actor), ...parts].join("\n")))
    ),
    (digest) => Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
  )

/**
 * The caller of a request. It includes the program and whether auth codes are shown to it, so that an answer with codes
 * is never returned to a program that may not see them; and its scope, so that an answer from before a restriction is
 * never returned after it.
 */
const callerOf = (actor: Actor): string => {
  const { agent, principal, scope } = actor
  const id = [principalReference(principal) ?? "", ...scope === undefined ? [] : [canonicalJson(scope)]].join(" ")
  return agent === undefined ? id : `${id} ${agent.client_id} ${seesAuthCodes(actor)}`
}
