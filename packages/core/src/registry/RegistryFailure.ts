import { Effect, Schema } from "effect"
import { RegistryRefusal, type RegistryTemporary } from "./RegistryError.ts"

/** A registry refused by its policy; `detail` is its result code and its own words. */
export class RegistryPolicyRefused extends Schema.TaggedError<RegistryPolicyRefused>()("RegistryPolicyRefused", {
  domain_name: Schema.String,
  detail: Schema.String
}) {
  get code() {
    return "ERROR_REGISTRY_POLICY" as const
  }
  override get message() {
    return this.detail
  }
}

/**
 * The registry cannot be reached, or did not answer a command whose outcome the platform now looks up. `retry_after` is
 * in seconds.
 */
export class RegistryUnavailable extends Schema.TaggedError<RegistryUnavailable>()("RegistryUnavailable", {
  domain_name: Schema.String,
  retry_after: Schema.Int.pipe(Schema.withConstructorDefault(Effect.succeed(5)))
}) {
  get code() {
    return "ERROR_REGISTRY_UNAVAILABLE" as const
  }
  override get message() {
    return `The registry of ${this.domain_name} did not answer; look at the object again before you repeat the call`
  }
}

/** What the caller is told of a query or command that the registry did not carry out, where nothing more special fits. */
export const registryFailure = (name: string, error: RegistryRefusal | RegistryTemporary) =>
  error instanceof RegistryRefusal
    ? new RegistryPolicyRefused({ domain_name: name, detail: error.message })
    : new RegistryUnavailable({ domain_name: name })
