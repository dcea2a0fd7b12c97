import { Effect } from "effect"
import { type NameAvailability, RegistryPolicyRefused } from "../../registry/index.ts"

/** Fails for a name that the registry refused to check: neither its availability nor its price is known. */
export const refuseUnchecked = (
  domain_name: string,
  answer: NameAvailability | undefined
): Effect.Effect<void, RegistryPolicyRefused> =>
  answer === undefined || answer.error === null
    ? Effect.void
    : Effect.fail(new RegistryPolicyRefused({ domain_name, detail: answer.error }))
