import { Effect } from "effect"
import {
  type Outcome,
  registryFailure,
  type RegistryPolicyRefused,
  type RegistryRefusal,
  RegistryUnavailable
} from "../../registry/index.ts"

/**
 * The result that the caller gets for an outcome. Done and accepted are success; a refusal becomes the error that fits; where
 * the outcome is unknown, the caller learns so, and recovery looks it up.
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
