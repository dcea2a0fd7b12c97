import { Effect } from "effect"
import {
  type Outcome,
  registryFailure,
  type RegistryPolicyRefused,
  type RegistryRefusal,
  RegistryUnavailable
} from "../../registry/index.ts"

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
      return Effect.fail(onRefusal?.(outcome.refusal) ?? registryFailure(name, outcome.refusal))
    case "Unavailable":
      return Effect.fail(registryFailure(name, outcome.temporary))
    case "Unknown":
      return Effect.fail(new RegistryUnavailable({ domain_name: name }))
  }
}
