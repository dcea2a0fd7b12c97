import type { ContactRole } from "../../shared/index.ts"
import type { AttributeDefinition } from "../ContactAttribute.ts"
import type { IsoDuration } from "../IsoDuration.ts"
import type { LegalRequirement, LocalPresence, TldType, TransferParty } from "../TldSpec.ts"
import type { IdentityVerification } from "../VerificationPolicy.ts"

/** Days of the grace and pending periods; 0 for none. */
export interface GraceDays {
  /** After registration. */
  readonly add: number
  /** After expiry, or after an automatic renewal by the registry. */
  readonly renew: number
  /** After deletion. */
  readonly redemption: number
  /** From a restore to its approval by the registry. */
  readonly restore: number
  /** After redemption. */
  readonly delete: number
}

/** Auth code of transfers. */
export interface AuthCodeOutline {
  readonly length?: readonly [minimum: number, maximum: number]
  /** Party that generates it. */
  readonly by?: "registrar" | "registry"
  /** Pattern of codes, in addition to the length. */
  readonly pattern?: string
  /** Validity of a code. */
  readonly valid?: IsoDuration
  /** True if the registry returns it. */
  readonly shown?: boolean
}

export interface TransferOutline {
  /** Days for the losing registrar to respond; 0 if transfers complete at once, null if they wait indefinitely. */
  readonly days?: number | null
  /** Years that a transfer adds. */
  readonly adds?: number
  /** Party that can approve or refuse. */
  readonly confirm?: TransferParty
}

/**
 * Differences of a TLD from the defaults, which are those of most generic TLDs: terms of 1 to 10 years, explicit and
 * automatic renewal, the grace periods of ICANN's registries, host objects, DS records, 0 to 13 nameservers, auth codes
 * of 8 to 32 characters, transfers in 5 days that add a year, and 60 days of transfer lock.
 */
export interface TldOutline {
  /** One suffix, or several with the same rules. */
  readonly name: string | readonly [string, ...ReadonlyArray<string>]
  readonly type: TldType
  /** Key of the registry account. */
  readonly backend: string
  readonly version?: number
  readonly customer_spec_ref?: string
  /** Suffixes below the TLD under which names are registered. */
  readonly third_level?: ReadonlyArray<string>

  /** Range of terms in years. */
  readonly years?: readonly [from: number, to: number]
  /** List of terms in years, `[1, 3, 5]`; instead of `years`. */
  readonly terms?: readonly [number, ...ReadonlyArray<number>]
  /** Renewal by command, by the registry itself at expiry, or both. */
  readonly renewal?: "command" | "automatic" | "both"
  /** Days before expiry at which the platform renews. */
  readonly attempt?: number
  readonly delete?: "immediate" | "expiration" | "both"
  readonly grace?: Partial<GraceDays>
  readonly restore_renews?: boolean
  /** Operations after which the expiry is read from the registry. */
  readonly sync?: ReadonlyArray<"registration" | "renewal" | "transfer">

  /** Roles such as `RATb`: one letter per role, upper case for required ones. */
  readonly roles: string
  readonly transfer_roles?: string
  readonly update_roles?: string
  /** Maximum number of contacts per role. Default: one. */
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

  /** Null if transfers need no code. */
  readonly auth?: AuthCodeOutline | null
  readonly transfer?: TransferOutline
  /** Days without transfers after registration and after a transfer; null if domains cannot be locked. */
  readonly lock?: readonly [registration: number, transfer: number] | null
  /** Client statuses that can be set. Default: all five, without the transfer lock if there is none. */
  readonly statuses?: ReadonlyArray<string>
  readonly status_mapping?: Readonly<Record<string, ReadonlyArray<string>>>

  readonly label?: readonly [minimum: number, maximum: number]
  readonly idn?: boolean
  /** Language tags of the registry, one of which an international name needs. */
  readonly idn_tables?: ReadonlyArray<string>
  readonly premium?: boolean
  readonly reserved?: boolean
  readonly registry_lock?: boolean
  /** Date of general availability, `YYYY-MM-DD`. */
  readonly available_since?: string
  readonly legal?: ReadonlyArray<LegalRequirement>
  readonly identity?: Partial<IdentityVerification>
  readonly rdap?: string
  readonly whois?: string
}
