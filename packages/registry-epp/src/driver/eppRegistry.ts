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
  /** The backend of the TLD catalogue that the registry stands behind. */
  readonly key: string
  readonly account_id: RegistryAccountId
  readonly client: EppClient
  readonly profile: RegistryProfile
  /** The registrar's id as the registry writes it in its answers, as far as the operator knows. */
  readonly registrar: string
  /** Ids that the registry was seen to use for the account; those of the process alone unless told. */
  readonly registrarIds?: RegistrarIds["Service"]
  /** The system that the account uses; commands pause during its maintenances. Production without a host by default. */
  readonly site?: RegistrySite
  /** The suffixes that the registry keeps names under. */
  readonly zones: ReadonlyArray<string>
}

/** A registry that speaks EPP, as the platform sees every registry. */
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
  releases: profile.release !== null
})
