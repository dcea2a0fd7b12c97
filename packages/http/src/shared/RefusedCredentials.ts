import { networkOf } from "@namewright/core/shared"
import { Clock, Context, Effect, Exit, Layer, Option, type Redacted } from "effect"
import { credentialDigest } from "../access/credentialDigest.ts"
import { type RateLimited, RateLimiter } from "./RateLimiter.ts"

/** Failures that say that nobody has the credential. */
const refusals: ReadonlySet<string> = new Set(["AuthenticationFailed", "InvalidClientSecret", "UnknownOrganization"])

const isRefusal = ({ _tag }: { readonly _tag: string }): boolean => refusals.has(_tag)

/** Credentials remembered at most; beyond that the one that was accepted first is forgotten. */
const capacity = 10_000

const rememberedMillis = 3_600_000

/**
 * Bounds how many wrong credentials an address may try. Callers of one address, such as an office, keep working with
 * credentials that were accepted before, whatever others there do.
 */
export class RefusedCredentials extends Context.Service<RefusedCredentials, {
  /**
   * Runs an attempt to authenticate with a secret, and counts it if the secret is refused. Attempts from an unknown
   * address are not counted: they would share one limit.
   */
  readonly guard: <A, E extends { readonly _tag: string }, R>(
    secret: Redacted.Redacted,
    address: string | undefined,
    attempt: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | RateLimited, R>
  /** Remembers a secret that was issued just now as one that is accepted. */
  readonly accept: (secret: Redacted.Redacted) => Effect.Effect<void>
}>()("@namewright/http/shared/RefusedCredentials") {
  static readonly layer = Layer.effect(
    RefusedCredentials,
    Effect.gen(function*() {
      const limiter = yield* RateLimiter
      /** Digests of accepted secrets, with the time until which they are remembered. */
      const accepted = new Map<string, number>()

      const remember = (digest: string, now: number) => {
        accepted.delete(digest)
        const [first] = accepted.size < capacity ? [] : accepted.keys()
        if (first !== undefined) accepted.delete(first)
        accepted.set(digest, now + rememberedMillis)
      }

      const accept = (secret: Redacted.Redacted) =>
        Effect.map(Clock.currentTimeMillis, (now) => remember(credentialDigest(secret), now))

      /** An attempt with a secret that was accepted before, which is looked at in any case. */
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

      /** A first attempt is counted before the secret is looked at, or many at once would all be let through. */
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
