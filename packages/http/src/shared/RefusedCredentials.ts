import { networkOf } from "@namewright/core/shared"
import { Clock, Context, Effect, Exit, Layer, Option, type Redacted } from "effect"
import { credentialDigest } from "../access/credentialDigest.ts"
import { type RateLimited, RateLimiter } from "./RateLimiter.ts"

/** Failures for an unknown credential. */
const refusals: ReadonlySet<string> = new Set(["AuthenticationFailed", "InvalidClientSecret", "UnknownOrganization"])

const isRefusal = ({ _tag }: { readonly _tag: string }): boolean => refusals.has(_tag)

/** Maximum number of remembered credentials. Beyond it, the one accepted first is dropped. */
const capacity = 10_000

const rememberedMillis = 3_600_000

/**
 * Limits the attempts of one address with wrong credentials. Credentials that were accepted before are exempt, so
 * callers that share the address of an office keep access.
 */
export class RefusedCredentials extends Context.Service<RefusedCredentials, {
  /**
   * Runs an authentication with a secret, and counts it if the secret is refused. Callers without a known address are
   * not counted, because they would share one limit.
   */
  readonly guard: <A, E extends { readonly _tag: string }, R>(
    secret: Redacted.Redacted,
    address: string | undefined,
    attempt: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | RateLimited, R>
  /** Remembers a newly issued secret as accepted. */
  readonly accept: (secret: Redacted.Redacted) => Effect.Effect<void>
}>()("@namewright/http/shared/RefusedCredentials") {
  static readonly layer = Layer.effect(
    RefusedCredentials,
    Effect.gen(function*() {
      const limiter = yield* RateLimiter
      /** Digests of accepted secrets, with the time of their expiry. */
      const accepted = new Map<string, number>()

      const remember = (digest: string, now: number) => {
        accepted.delete(digest)
        const [first] = accepted.size < capacity ? [] : accepted.keys()
        if (first !== undefined) accepted.delete(first)
        accepted.set(digest, now + rememberedMillis)
      }

      const accept = (secret: Redacted.Redacted) =>
        Effect.map(Clock.currentTimeMillis, (now) => remember(credentialDigest(secret), now))

      /** Attempt with an accepted secret, which is always checked. */
      const repeated = <A, E extends { readonly _tag: string }, R>(
        digest: string,
        address: string | undefined,
        attempt: Effect.Effect<A, E, R>
      ) =>
        Effect.tapError(attempt, (error) => {
          if (!isRefusal(error)) return Effect.void
          accepted.delete(digest)
          const network = networkOf(address)
          return network === undefined ? Effect.void : Effect.ignore(limiter.take("refusedCredentials", network))
        })

      /**
       * Attempt with an unknown secret. It is counted before the check, because concurrent attempts could otherwise
       * exceed the limit.
       */
      const first = Effect.fnUntraced(function*<A, E extends { readonly _tag: string }, R>(
        digest: string,
        address: string | undefined,
        attempt: Effect.Effect<A, E, R>
      ) {
        const network = networkOf(address)
        if (network === undefined) return yield* attempt
        yield* limiter.take("refusedCredentials", network)
        const exit = yield* Effect.exit(attempt)
        if (!Option.exists(Exit.findErrorOption(exit), isRefusal)) {
          yield* limiter.giveBack("refusedCredentials", network)
        }
        if (Exit.isSuccess(exit)) remember(digest, yield* Clock.currentTimeMillis)
        return yield* exit
      })

      const guard: RefusedCredentials["Service"]["guard"] = (secret, address, attempt) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const digest = credentialDigest(secret)
          const isKnown = (accepted.get(digest) ?? 0) > now
          return isKnown ? repeated(digest, address, attempt) : first(digest, address, attempt)
        })

      return RefusedCredentials.of({ guard, accept })
    })
  )
}
