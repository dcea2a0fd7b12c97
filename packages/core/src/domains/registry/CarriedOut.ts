import { Effect } from "effect"
import type { EventData } from "../../events/index.ts"
import {
  type Outcome,
  registryFailure,
  type RegistryPolicyRefused,
  type RegistryRefusal,
  type RegistryTemporary,
  RegistryUnavailable
} from "../../registry/index.ts"
import type { ErrorCode } from "../../shared/index.ts"

/**
 * Converts an outcome to the caller's result. `Done` and `Accepted` are success; a refusal becomes the error of
 * `onRefusal`. An unknown outcome fails with `RegistryUnavailable`, and recovery looks it up.
 */
export const carriedOut = <A, E = never>(
  name: string,
  outcome: Outcome<A>,
  onRefusal?: (refusal: RegistryRefusal) => E | undefined
): Effect.Effect<void, E | RegistryPolicyRefused | RegistryUnavailable> => {
  switch (outcome._tag) {
    case "Done":
    case "Accepted":
      return Effect.void
    case "Refused":
      return Effect.fail(failureOf(name, outcome.refusal, onRefusal))
    case "Unavailable":
      return Effect.fail(failureOf(name, outcome.temporary))
    case "Unknown":
      return Effect.fail(new RegistryUnavailable({ domain_name: name }))
  }
}

/** Error of a command that was not carried out. `onRefusal` returns the more specific error of a refusal, if any. */
const failureOf = <E = never>(
  name: string,
  reason: RegistryRefusal | RegistryTemporary,
  onRefusal?: (refusal: RegistryRefusal) => E | undefined
) => (reason._tag === "RegistryRefusal" ? onRefusal?.(reason) : undefined) ?? registryFailure(name, reason)

/** Error of a failure event: the code that the caller gets for the same failure, and the registry's text. */
export const registryError = (
  { name }: { readonly name: string },
  reason: RegistryRefusal | RegistryTemporary,
  onRefusal?: (refusal: RegistryRefusal) => { readonly code: ErrorCode } | undefined
): NonNullable<EventData["error"]> => ({ code: failureOf(name, reason, onRefusal).code, detail: reason.message })
