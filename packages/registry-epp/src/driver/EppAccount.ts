import type { DomainName, Hostname } from "@namewright/core/shared"
import type { EppClient } from "../pool/EppClient.ts"
import type { RegistryProfile } from "../profile/RegistryProfile.ts"
import type { AccountIdentity } from "./AccountIdentity.ts"
import type { RegistrySite } from "./MaintenancePayload.ts"

/** The platform's account at a registry. All commands of the driver use it. */
export interface EppAccount {
  readonly client: EppClient
  readonly profile: RegistryProfile
  /** The configured registrar id, for logs. */
  readonly registrar: string
  readonly identity: AccountIdentity
  readonly site?: RegistrySite
  /** Suffixes of the registry. Hosts outside of them are foreign to it. */
  readonly zones: ReadonlyArray<string>
  /** Domain for which a command about another object is sent, if it decides values of the command. */
  readonly near?: DomainName
}

/** True if the host is below a suffix of the registry, in the same repository as the domain that uses it. */
export const isInZones = ({ near, profile, zones }: EppAccount, host: Hostname): boolean => {
  const zoneOf = (name: string | undefined) => zones.find((zone) => name?.endsWith(`.${zone}`))
  const [zone, home] = [zoneOf(host), zoneOf(near)]
  const repositoryOf = (suffix: string) => profile.tld_values?.[suffix]?.["repository"]
  return zone !== undefined && (home === undefined || repositoryOf(zone) === repositoryOf(home))
}
