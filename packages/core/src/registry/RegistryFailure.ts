import { Effect, Schema } from "effect"
import { CodedError, Instant } from "../shared/index.ts"
import { RegistryRefusal, type RegistryTemporary } from "./RegistryError.ts"

/** The policy of the registry forbids the command. `detail` is its result code and text. */
export class RegistryPolicyRefused extends CodedError<RegistryPolicyRefused>()("RegistryPolicyRefused", {
  code: "ERROR_REGISTRY_POLICY",
  fields: { domain_name: Schema.String, detail: Schema.String },
  message: ({ detail }) => detail
}) {}

/**
 * The registry cannot be reached, or did not answer a command whose outcome the platform is looking up. `retry_after`
 * is in seconds.
 */
export class RegistryUnavailable extends CodedError<RegistryUnavailable>()("RegistryUnavailable", {
  code: "ERROR_REGISTRY_UNAVAILABLE",
  fields: {
    domain_name: Schema.String,
    retry_after: Schema.Int.pipe(Schema.withConstructorDefault(Effect.succeed(5))),
    /** Announced end of the registry's maintenance. Nothing is sent during it, and nothing was stored. */
    maintenance_ends_on: Schema.optionalKey(Instant.Instant)
  },
  message: ({ domain_name, maintenance_ends_on }) =>
    maintenance_ends_on === undefined
      ? `The registry of ${domain_name} did not answer; look at the object again before you repeat the call`
      : `The registry of ${domain_name} is under maintenance until ${Instant.format(maintenance_ends_on)}`
}) {}

/** Error of a query or command that the registry did not carry out, if no more specific error fits. */
export const registryFailure = (name: string, error: RegistryRefusal | RegistryTemporary) =>
  error instanceof RegistryRefusal
    ? new RegistryPolicyRefused({ domain_name: name, detail: error.message })
    : error.maintenance === undefined
    ? new RegistryUnavailable({ domain_name: name })
    : duringMaintenance(name, error.maintenance)

/** The failure of a call during a maintenance of the registry. */
export const duringMaintenance = (
  domain_name: string,
  { ends_on, retry_after }: NonNullable<RegistryTemporary["maintenance"]>
) => new RegistryUnavailable({ domain_name, retry_after, maintenance_ends_on: ends_on })
