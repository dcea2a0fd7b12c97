import type { ContactRole } from "../../shared/index.ts"
import type { AttributeDefinition } from "../ContactAttribute.ts"
import type { IsoDuration } from "../IsoDuration.ts"
import type { LegalRequirement, LocalPresence, TldType, TransferParty } from "../TldSpec.ts"
import type { IdentityVerification } from "../VerificationPolicy.ts"

/** Days of the grace and pending periods; 0 where the registry has none. */
export interface GraceDays {
  /** After registration. */
  readonly add: number
  /** After expiry, or after the registry's own renewal. */
  readonly renew: number
  /** After deletion. */
  readonly redemption: number
  /** Between a restore and the registry's word on it. */
  readonly restore: number
  /** After redemption. */
  readonly delete: number
}

/** The auth code of a transfer. */
export interface AuthCodeOutline {
  readonly length?: readonly [minimum: number, maximum: number]
  /** Who makes it. */
  readonly by?: "registrar" | "registry"
  /** Which texts are codes, where length alone does not say it. */
  readonly pattern?: string
  /** How long a code can be used. */
  readonly valid?: IsoDuration
  /** Whether the registry shows it. */
  readonly shown?: boolean
}

export interface TransferOutline {
  /** Days the losing side has; 0 when a transfer is done at once, null when it waits for that side without an end. */
  readonly days?: number | null
  /** Years that a transfer adds. */
  readonly adds?: number
  /** Who may approve or refuse. */
  readonly confirm?: TransferParty
}

/**
 * What is special about a TLD; whatever is left out is as at most generic TLDs: terms of 1 to 10 years, explicit and
 * automatic renewal, the grace periods of ICANN's registries, host objects, DS records, 0 to 13 nameservers, auth codes
 * of 8 to 32 characters, transfers in 5 days that add a year, and 60 days of transfer lock.
 */
export interface TldOutline {
  /** One suffix, or several with the same rules. */
  readonly name: string | readonly [string, ...ReadonlyArray<string>]
  readonly type: TldType
  /** The key of the registry. */
  readonly backend: string
  readonly version?: number
  readonly customer_spec_ref?: string
  /** Suffixes below the TLD under which names exist. */
  readonly third_level?: ReadonlyArray<string>

  /** Terms in years: from, to. */
  readonly years?: readonly [from: number, to: number]
  /** Terms that are no range, `[1, 3, 5]`; instead of `years`. */
  readonly terms?: readonly [number, ...ReadonlyArray<number>]
  /** How a name is renewed: by command, by the registry itself at expiry, or both ways. */
  readonly renewal?: "command" | "automatic" | "both"
  /** Days before expiry at which the platform renews. */
  readonly attempt?: number
  readonly delete?: "immediate" | "expiration" | "both"
  readonly grace?: Partial<GraceDays>
  readonly restore_renews?: boolean
  /** Operations after which the registry's expiry is read. */
  readonly sync?: ReadonlyArray<"registration" | "renewal" | "transfer">

  /** `RATb`: one letter a role, upper case for one that is required. */
  readonly roles: string
  readonly transfer_roles?: string
  readonly update_roles?: string
  /** How many contacts of a role there may be, where it is not one. */
  readonly most?: Partial<Record<ContactRole, number>>
  readonly attributes?: ReadonlyArray<AttributeDefinition>
  readonly registrant_change?: "update" | "trade"
  readonly thick?: boolean
  readonly contacts_move?: boolean
  readonly postal?: "loc" | "int"
  readonly privacy?: boolean
  readonly presence?: Pick<LocalPresence, "requirement" | "eligible_countries"> & Partial<LocalPresence>

  readonly nameservers?: readonly [minimum: number, maximum: number]
  readonly host_objects?: boolean
  readonly host_parents?: ReadonlyArray<string>
  readonly nameserver_check?: boolean
  /** Hours between two publications of the zone. */
  readonly zone_hours?: number
  readonly dnssec?: "DS" | "DNSKEY"
  readonly czds?: boolean

  /** Null where transfers need no code. */
  readonly auth?: AuthCodeOutline | null
  readonly transfer?: TransferOutline
  /** Days a name may not leave after registration and after a transfer; null where names cannot be locked. */
  readonly lock?: readonly [registration: number, transfer: number] | null
  /** The client statuses that can be set; all five, without the transfer lock where there is none. */
  readonly statuses?: ReadonlyArray<string>
  readonly status_mapping?: Readonly<Record<string, ReadonlyArray<string>>>

  readonly label?: readonly [minimum: number, maximum: number]
  readonly idn?: boolean
  readonly premium?: boolean
  readonly reserved?: boolean
  readonly registry_lock?: boolean
  /** The day of general availability, `YYYY-MM-DD`. */
  readonly available_since?: string
  readonly legal?: ReadonlyArray<LegalRequirement>
  readonly identity?: Partial<IdentityVerification>
  readonly rdap?: string
  readonly whois?: string
}
