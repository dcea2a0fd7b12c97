import { type Duration, Effect, type Option } from "effect"
import type { DnsName } from "../DnsName.ts"
import type { AliasAddresses, AliasResolver } from "./AliasResolver.ts"

/** Concurrent look-ups. A high number, so that targets that never answer do not delay the others. */
export const lookUpConcurrency = 100

/**
 * Resolves each target once, and stops after `limit`. The result is `None` for targets that cannot be resolved, and does
 * not contain targets whose look-up did not end in time.
 */
export const lookUpTargets = Effect.fnUntraced(function*(
  { resolve }: AliasResolver["Service"],
  targets: Iterable<DnsName>,
  limit: Duration.Duration
) {
  const ended = new Map<DnsName, Option.Option<AliasAddresses>>()
  const lookUp = (target: DnsName) => Effect.map(Effect.option(resolve(target)), (found) => ended.set(target, found))
  yield* Effect.forEach(new Set(targets), lookUp, { concurrency: lookUpConcurrency, discard: true }).pipe(
    Effect.timeoutOption(limit)
  )
  return new Map(ended)
})
