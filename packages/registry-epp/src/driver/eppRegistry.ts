import {
  localRegistrarIds,
  type RegistrarIds,
  type Registry,
  type RegistryAccountId,
  type RegistryCapabilities
} from "@namewright/core/registry"
import { Duration } from "effect"
import { EppUri } from "../message/EppUri.ts"
import type { EppClient } from "../pool/EppClient.ts"
import type { RegistryProfile } from "../profile/RegistryProfile.ts"
import { accountIdentity } from "./AccountIdentity.ts"
import { contactCommands } from "./ContactCommands.ts"
import { domainChecks } from "./DomainChecks.ts"
import { domainCommands } from "./DomainCommands.ts"
import { domainQueries } from "./DomainQueries.ts"
import type { EppAccount } from "./EppAccount.ts"
import { makeForeignHosts } from "./ForeignHosts.ts"
import { handOverCommands } from "./HandOverCommands.ts"
import { hostCommands } from "./HostCommands.ts"
import type { RegistrySite } from "./MaintenancePayload.ts"
import { pollCommands } from "./PollCommands.ts"
import { transferCommands } from "./TransferCommands.ts"

export interface EppRegistryOptions {
  /** Backend of the TLD catalogue that this registry serves. */
  readonly key: string
  readonly account_id: RegistryAccountId
  readonly client: EppClient
  readonly profile: RegistryProfile
  /** Registrar id in the responses of the registry, as configured by the operator. */
  readonly registrar: string
  /** Store of the registrar ids that responses used for the account. Default: the memory of this process. */
  readonly registrarIds?: RegistrarIds["Service"]
  /** The system that the account uses; commands pause during its maintenances. Production without a host by default. */
  readonly site?: RegistrySite
  /** Suffixes of the domains that the registry manages. */
  readonly zones: ReadonlyArray<string>
}

/** Implementation of the registry port over EPP. */
export const eppRegistry = (
  { account_id, key, registrarIds = localRegistrarIds(), ...options }: EppRegistryOptions
): Registry => {
  const identity = accountIdentity({ account_id, registrar: options.registrar, ids: registrarIds })
  const account: EppAccount = { ...options, identity }
  const foreignHosts = makeForeignHosts(account)
  return {
    key,
    account_id,
    capabilities: capabilitiesOf(options.profile),
    ...domainChecks(account),
    ...domainQueries(account),
    ...domainCommands(account, foreignHosts),
    ...transferCommands(account),
    ...handOverCommands(account),
    ...contactCommands(account),
    ...hostCommands(account, foreignHosts),
    ...pollCommands(account)
  }
}

const capabilitiesOf = ({ auth_code, ...profile }: RegistryProfile): RegistryCapabilities => ({
  contact_objects: profile.contacts.roles.length > 0,
  host_objects: profile.hosts === "objects",
  names_per_check: profile.names_per_check,
  poll: profile.poll,
  restore: profile.restore !== "none",
  grace_statuses: profile.extensions.includes(EppUri.rgp),
  restore_reports: profile.restore === "report",
  lookup_lag: Duration.seconds(profile.lookup_lag_seconds),
  transfer_decisions: profile.transfer.decisions,
  auth_codes: {
    lifetime: auth_code.lifetime_days === null ? null : Duration.days(auth_code.lifetime_days),
    absent_at_creation: auth_code.absent === "empty",
    removable: auth_code.removal !== null,
    verifiable: auth_code.verifiable
  },
  auth_code_requests: profile.auth_code_request !== null,
  releases: profile.release !== null,
  verification_reports: profile.verification_report !== null
})
