import { Period } from "../../../shared/index.ts"
import { IsoDuration, type RoleBounds, type TldSpec } from "../../../tlds/index.ts"
import { type ListPrices, listPrices } from "./ListPrices.ts"

/** Rules of a TLD that the simulator applies: its specification with defaults. A missing duration is empty. */
export interface SimulatedTld {
  /** The registry suffix, `co.uk` or `com`. */
  readonly suffix: string
  /** Key of the registry of the suffix. */
  readonly backend: string
  readonly label: { readonly min: number; readonly max: number; readonly international: boolean }
  /** Language tags, one of which an international name needs; null if it needs none. */
  readonly languages: ReadonlyArray<string> | null
  readonly registration_periods: ReadonlyArray<Period.Period>
  readonly renewal_periods: ReadonlyArray<Period.Period>
  /** False if the registry has no renew command. */
  readonly explicit_renew: boolean
  /** Period that the registry adds at expiry. Null if it deletes the domain after the grace period instead. */
  readonly automatic_renewal: Period.Period | null
  readonly add_grace: IsoDuration.IsoDuration
  /** After an explicit renewal. */
  readonly renew_grace: IsoDuration.IsoDuration
  /** After expiry: the automatic renewal can be undone, or the expired domain renewed. */
  readonly expiry_grace: IsoDuration.IsoDuration
  readonly transfer_grace: IsoDuration.IsoDuration
  readonly redemption: IsoDuration.IsoDuration
  readonly pending_delete: IsoDuration.IsoDuration
  /** False if a domain can only expire. */
  readonly deletes_at_once: boolean
  readonly restores: boolean
  readonly restore_renews: boolean
  /**
   * True if a restore needs a report. `pending_restore` is the time that the registry waits for it (RFC 3915, section
   * 3.2).
   */
  readonly restore_report: boolean
  readonly pending_restore: IsoDuration.IsoDuration
  readonly roles: ReadonlyArray<RoleBounds>
  readonly roles_on_update: ReadonlyArray<RoleBounds>
  readonly registrant_by_trade: boolean
  readonly nameservers: { readonly min: number; readonly max: number }
  readonly host_objects: boolean
  /** Accepted form of key material; null without DNSSEC. */
  readonly dnssec: "ds_data" | "key_data" | "any" | null
  readonly digest_types: ReadonlyArray<number> | null
  readonly auth_code: AuthCodeRules
  readonly transfer: TransferRules
  /** True if domains can be released to the registry: country codes whose transfers do not renew. */
  readonly releases_to_registry: boolean
  readonly prices: ListPrices
}

export interface AuthCodeRules {
  /** True if a transfer requires a code. */
  readonly required: boolean
  readonly min: number
  readonly max: number
  readonly pattern: string | null
  /** False if the registry makes the code. */
  readonly set_by_registrar: boolean
  /** Lifetime of a code; null for unlimited. */
  readonly validity: IsoDuration.IsoDuration | null
  readonly shown: boolean
  /** True if codes are set for one transfer (RFC 9154): unset afterwards, and refused with 2202 if their form is weak. */
  readonly for_transfers: boolean
}

export interface TransferRules {
  /**
   * Time in which the losing registrar can decide before the registry approves. Empty if a transfer completes at once,
   * null for unlimited.
   */
  readonly time: IsoDuration.IsoDuration | null
  /** Period that a transfer adds by default; null for none. */
  readonly adds: Period.Period | null
  readonly periods: ReadonlyArray<Period.Period>
  readonly registrar_approves: boolean
  readonly registrar_rejects: boolean
  /** Time without transfers after the registration and after a transfer. */
  readonly lock_after_registration: IsoDuration.IsoDuration | null
  readonly lock_after_transfer: IsoDuration.IsoDuration | null
}

const none = IsoDuration.days(0)

/** The rules of one suffix of a specification. */
export const simulatedTld = (
  spec: TldSpec,
  suffix: string,
  prices: ListPrices = listPrices,
  transferCodes = false
): SimulatedTld => {
  const { characters, contacts, dns_configuration: dns, domain_lifecycle: life, idn } = spec
  const roles = contacts?.supported_roles ?? []
  const transfer = transferRules(spec)
  return {
    suffix,
    backend: spec.backend,
    label: { ...characters, international: idn.idn_capable },
    languages: idn.idn_tables,
    registration_periods: life.registration_periods ?? [],
    renewal_periods: life.renewal_periods ?? [],
    explicit_renew: life.explicit_renew ?? true,
    automatic_renewal: life.registry_auto_renew === true ? automaticTerm(life.renewal_periods) : null,
    add_grace: life.add_grace_period ?? none,
    renew_grace: life.add_grace_period ?? none,
    expiry_grace: life.grace_period ?? none,
    transfer_grace: life.transfer_grace_period ?? none,
    redemption: life.redemption_period ?? none,
    pending_delete: life.pending_delete ?? none,
    deletes_at_once: life.delete_policy?.includes("immediate") ?? true,
    restores: life.redemption_period !== null && !IsoDuration.isZero(life.redemption_period),
    restore_renews: life.restore_triggers_renewal,
    restore_report: life.rgp_operations?.report ?? false,
    pending_restore: life.pending_restore ?? none,
    roles,
    roles_on_update: contacts?.update_supported_roles ?? roles,
    registrant_by_trade: contacts?.registrant_change === "trade",
    nameservers: dns.allowed_number_of_nameserver,
    host_objects: dns.host_objects,
    dnssec: dnssecForm(spec),
    digest_types: dns.dnssec_submit_digest_types,
    auth_code: authCodeRules(spec, transferCodes),
    transfer,
    releases_to_registry: spec.tlds.some(({ type }) => type === "ccTLD") && transfer.adds === null,
    prices
  }
}

/** One year if the registry sells it, else its shortest period. */
const automaticTerm = (periods: ReadonlyArray<Period.Period> | null): Period.Period => {
  const year = Period.years(1)
  const shortest = periods?.toSorted((a, b) => approximateDays(a) - approximateDays(b))[0]
  return shortest === undefined || periods?.some((period) => Period.equals(period, year)) ? year : shortest
}

const approximateDays = (period: Period.Period): number => {
  const months = Period.inMonths(period)
  return months === undefined ? period.value : months * 30
}

const dnssecForm = ({ dns_configuration: { dnssec_allowed, dnssec_mode } }: TldSpec): SimulatedTld["dnssec"] => {
  if (!dnssec_allowed) return null
  if (dnssec_mode === null) return "any"
  return dnssec_mode === "DS" ? "ds_data" : "key_data"
}

const authCodeRules = ({ transfer_policies: policies }: TldSpec, transferCodes: boolean): AuthCodeRules => ({
  required: policies.authinfo_required,
  min: policies.authinfo_min_length ?? 1,
  max: policies.authinfo_max_length ?? 255,
  pattern: policies.authinfo_pattern,
  set_by_registrar: policies.authinfo_set_by_registrar,
  validity: policies.authinfo_time_limited === true ? policies.authinfo_validity_period : null,
  shown: (policies.info_domain_authinfo ?? true) && !(transferCodes && policies.authinfo_set_by_registrar),
  for_transfers: transferCodes && policies.authinfo_set_by_registrar
})

const transferRules = ({ domain_lifecycle: life, transfer_policies: policies }: TldSpec): TransferRules => {
  const decides = (party: typeof policies.transfer_ack) => party === "registrar" || party === "both"
  const lock = policies.transfer_lock_policy
  return {
    time: policies.transfer_time,
    adds: transferTerm(policies.transfer_renews_domain, policies.transfer_renewal_period),
    periods: life.transfer_renewal_periods ?? [],
    registrar_approves: decides(policies.transfer_ack),
    registrar_rejects: decides(policies.transfer_nack),
    lock_after_registration: lock.supported_by_registry ? lock.after_registration : null,
    lock_after_transfer: lock.supported_by_registry ? lock.after_transfer : null
  }
}

const transferTerm = (renews: boolean | null, duration: IsoDuration.IsoDuration | null): Period.Period | null => {
  if (renews === false || duration === null) return null
  const [, value, unit] = /^P(\d+)([YMD])$/.exec(duration) ?? []
  if (unit === "Y") return Number(value) === 0 ? null : Period.years(Number(value))
  if (unit === "M") return Number(value) === 0 ? null : Period.months(Number(value))
  return null
}
