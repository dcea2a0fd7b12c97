import { Clock, Context, Effect, Exit, Layer, Option, type Redacted } from "effect"
import { credentialDigest } from "../access/credentialDigest.ts"
import { callerNetwork } from "./callerNetwork.ts"
import { type RateLimited, RateLimiter } from "./RateLimiter.ts"

/** Failures that say that nobody has the credential. */
const refusals: ReadonlySet<string> = new Set(["AuthenticationFailed", "InvalidClientSecret", "UnknownOrganization"])

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

      const take = (network: string) => limiter.take("refusedCredentials", network)

      // Attempts are counted before the secret is looked at, or many at once would all be let through.
      const guard: RefusedCredentials["Service"]["guard"] = Effect.fnUntraced(function*(secret, address, attempt) {
        const network = callerNetwork(address)
        if (network === undefined) return yield* attempt
        const digest = credentialDigest(secret)
        const now = yield* Clock.currentTimeMillis
        const isKnown = (accepted.get(digest) ?? 0) > now
        if (!isKnown) yield* take(network)
        const exit = yield* Effect.exit(attempt)
        const isRefused = Option.exists(Exit.findErrorOption(exit), ({ _tag }) => refusals.has(_tag))
        if (isRefused) accepted.delete(digest)
        if (isRefused && isKnown) yield* Effect.ignore(take(network))
        if (!isRefused && !isKnown) yield* limiter.giveBack("refusedCredentials", network)
        if (Exit.isSuccess(exit)) remember(digest, now)
        return yield* exit
      })

      return RefusedCredentials.of({ guard, accept })
    })
  )
}
