import type { DomainName, Hostname } from "@namewright/core/shared"
import type { EppClient } from "../pool/EppClient.ts"
import type { RegistryProfile } from "../profile/RegistryProfile.ts"
import type { AccountIdentity } from "./AccountIdentity.ts"
import type { RegistrySite } from "./MaintenancePayload.ts"

/** The platform's account at a registry: what every command of the driver works with. */
export interface EppAccount {
  readonly client: EppClient
  readonly profile: RegistryProfile
  /** The configured registrar id, for logs. */
  readonly registrar: string
  readonly identity: AccountIdentity
  readonly site?: RegistrySite
  /** The suffixes that the registry keeps names under; hosts elsewhere are foreign to it. */
  readonly zones: ReadonlyArray<string>
  /** The domain for which commands about other objects are sent, where it matters. */
  readonly near?: DomainName
}

/** Whether the registry keeps names under one of whose names the host lies, together with the domain that uses it. */
export const isInZones = ({ near, profile, zones }: EppAccount, host: Hostname): boolean => {
  const zoneOf = (name: string | undefined) => zones.find((zone) => name?.endsWith(`.${zone}`))
  const [zone, home] = [zoneOf(host), zoneOf(near)]
  const repositoryOf = (suffix: string) => profile.tld_values?.[suffix]?.["repository"]
  return zone !== undefined && (home === undefined || repositoryOf(zone) === repositoryOf(home))
}
