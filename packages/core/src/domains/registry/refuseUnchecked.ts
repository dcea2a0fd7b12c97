import { Effect } from "effect"
import { type NameAvailability, RegistryPolicyRefused } from "../../registry/index.ts"

/** Fails if the registry refused to check the name, so that its availability and price are unknown. */
export const refuseUnchecked = (
  domain_name: string,
  answer: NameAvailability | undefined
): Effect.Effect<void, RegistryPolicyRefused> =>
  answer === undefined || answer.error === null
    ? Effect.void
    : Effect.fail(new RegistryPolicyRefused({ domain_name, detail: answer.error }))
