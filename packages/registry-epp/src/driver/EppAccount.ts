import type { DomainName, Hostname } from "@namewright/core/shared"
import type { EppClient } from "../pool/EppClient.ts"
import type { RegistryProfile } from "../profile/RegistryProfile.ts"
import type { AccountIdentity } from "./AccountIdentity.ts"

/** The platform's account at a registry: what every command of the driver works with. */
export interface EppAccount {
  readonly client: EppClient
  readonly profile: RegistryProfile
  /** The configured registrar id, for logs. */
  readonly registrar: string
  readonly identity: AccountIdentity
  /** The suffixes that the registry keeps names under; hosts elsewhere are foreign to it. */
  readonly zones: ReadonlyArray<string>
}

/** Whether the registry keeps names under one of whose names the host lies. */
export const isInZones = ({ zones }: EppAccount, name: DomainName | Hostname): boolean =>
  zones.some((zone) => name.endsWith(`.${zone}`))
