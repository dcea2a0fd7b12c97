import { type Actor, CodedError, principalReference } from "@namewright/core/shared"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { CurrentRequest } from "./CurrentRequest.ts"
import { HttpSettings, type Rate, type RateLimits, standardRates } from "./HttpSettings.ts"

/** The caller exceeded its rate. `retry_after` is in seconds. */
export class RateLimited extends CodedError<RateLimited>()("RateLimited", {
  code: "ERROR_RATE_LIMITED",
  fields: { retry_after: Schema.Int },
  message: ({ retry_after }) => `Too many requests; try again in ${retry_after} s`
}) {}

/** Bucket and cost of an operation that does not count as one read or one write. */
export interface Metering {
  readonly kind: keyof RateLimits
  readonly cost: (query: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>) => number
}

/** True in a forwarded call for which the tokens of the caller have already been taken. */
export const IsMetered = Context.Reference<boolean>("@namewright/http/shared/IsMetered", { defaultValue: () => false })

/**
 * Holder of a caller's buckets. Access tokens of a key use the buckets of the key. Ids of users of the host are unique
 * within their organization only.
 */
export const holderOf = ({ organization_id, principal }: Actor): string =>
  `${organization_id} ${principalReference(principal) ?? ""}`

/** Token buckets of callers in this process. Source: REST specification, "Limits". */
export class RateLimiter extends Context.Service<RateLimiter, {
  /** Takes `cost` tokens (default 1) from a bucket of the holder, and sets the `RateLimit-*` headers of the response. */
  readonly take: (kind: keyof RateLimits, holder: string, cost?: number) => Effect.Effect<void, RateLimited>
  /** Returns one token of a request that is not counted. */
  readonly giveBack: (kind: keyof RateLimits, holder: string) => Effect.Effect<void>
}>()("@namewright/http/shared/RateLimiter") {
  static readonly layer = Layer.effect(
    RateLimiter,
    Effect.gen(function*() {
      const { rateLimits } = yield* HttpSettings
      if (rateLimits === false) return RateLimiter.of({ take: () => Effect.void, giveBack: () => Effect.void })
      const rates = { ...standardRates, ...rateLimits }
      const buckets: Record<keyof RateLimits, Map<string, Bucket>> = {
        read: new Map(),
        write: new Map(),
        names: new Map(),
        tokens: new Map(),
        refusedCredentials: new Map(),
        signIns: new Map(),
        registrations: new Map(),
        publicPages: new Map()
      }
      return RateLimiter.of({
        take: (kind, holder, cost = 1) =>
          Effect.withFiber((fiber) => {
            const now = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
            const taken = takeFrom(buckets[kind], holder, rates[kind], cost, now)
            Object.assign(Context.getOrUndefined(fiber.context, CurrentRequest)?.headers ?? {}, taken.headers)
            return taken.limited === undefined ? Effect.void : Effect.fail(taken.limited)
          }),
        giveBack: (kind, holder) =>
          Effect.sync(() => {
            const bucket = buckets[kind].get(holder)
            if (bucket !== undefined) bucket.tokens = Math.min(rates[kind].burst, bucket.tokens + 1)
          })
      })
    })
  )
}

interface Bucket {
  tokens: number
  /** Time of `tokens` in milliseconds. */
  time: number
}

/** Maximum number of buckets of one kind. Beyond it the least recently used bucket is dropped. */
const maximumBuckets = 10_000

const takeFrom = (buckets: Map<string, Bucket>, holder: string, rate: Rate, cost: number, now: number) => {
  const { burst, perSecond } = rate
  const bucket = buckets.get(holder) ?? { tokens: burst, time: now }
  const filled = Math.min(burst, bucket.tokens + ((now - bucket.time) * perSecond) / 1000)
  // A cost above the capacity is admitted by a full bucket, whose balance becomes negative.
  const admitted = filled >= Math.min(cost, burst)
  bucket.tokens = admitted ? filled - cost : filled
  bucket.time = now
  keep(buckets, holder, bucket)
  const seconds = (tokens: number) => Math.max(0, Math.ceil((tokens - bucket.tokens) / perSecond))
  const limited = admitted ? undefined : new RateLimited({ retry_after: Math.max(1, seconds(Math.min(cost, burst))) })
  return {
    limited,
    headers: {
      "ratelimit-limit": String(burst),
      "ratelimit-remaining": String(Math.max(0, Math.floor(bucket.tokens))),
      "ratelimit-reset": String(seconds(burst)),
      ...(limited === undefined ? {} : { "retry-after": String(limited.retry_after) })
    }
  }
}

/** Moves a bucket to the end of the map; the first is the least recently used one. */
const keep = (buckets: Map<string, Bucket>, holder: string, bucket: Bucket): void => {
  buckets.delete(holder)
  if (buckets.size >= maximumBuckets) {
    const [idlest] = buckets.keys()
    if (idlest !== undefined) buckets.delete(idlest)
  }
  buckets.set(holder, bucket)
}
