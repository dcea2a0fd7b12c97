import { DateTime } from "effect"
import { type ContactRole, Period } from "../../shared/index.ts"
import * as IsoDuration from "../IsoDuration.ts"
import type {
  ContactRules,
  DnsConfiguration,
  DomainLifecycle,
  RoleBounds,
  TldSpec,
  TransferPolicies
} from "../TldSpec.ts"
import type { VerificationPolicies } from "../VerificationPolicy.ts"
import type { TldOutline } from "./TldOutline.ts"

/** Complete specification of an outline. Throws if the outline contradicts itself. */
export const tldSpec = (outline: TldOutline): TldSpec => {
  const [first, ...others] = typeof outline.name === "string" ? [outline.name] as const : outline.name
  const tld = (name: string) => ({ name, type: outline.type, third_level_structure: thirdLevel(name, outline) })
  const [min, max] = outline.label ?? [1, 63]
  return {
    backend: outline.backend,
    customer_spec_ref: outline.customer_spec_ref ?? null,
    version: outline.version ?? 1,
    enabled: true,
    parking_enabled: true,
    tlds: [tld(first), ...others.map(tld)],
    characters: { min, max },
    idn: { idn_capable: outline.idn ?? true, idn_tables: outline.idn_tables ?? null },
    domain_lifecycle: lifecycle(outline),
    domain_statuses: {
      default: ["ok"],
      supported_statuses: outline.statuses ??
        clientStatuses.filter((status) => outline.lock !== null || status !== "clientTransferProhibited"),
      status_mapping: outline.status_mapping ?? null
    },
    contacts: contacts(outline),
    dns_configuration: dns(outline),
    transfer_policies: transfers(outline),
    local_presence: outline.presence === undefined
      ? null
      : { required: true, type: ["registrant"], exemptions: null, ...outline.presence },
    premium_domains: outline.premium === true
      ? { supported: true, source: "EPP", affects: ["registration", "renewal", "transfer", "restore"] }
      : { supported: false, source: null, affects: null },
    reserved_domains: { supported: outline.reserved ?? false, source: null, url: null },
    launch_phases: launch(outline),
    registry_lock: outline.registry_lock === true ? registryLock : { ...registryLock, ...noRegistryLock },
    legal_requirements: outline.legal ?? [],
    rdap: outline.rdap === undefined ? null : { rdap_server: outline.rdap },
    whois: outline.whois === undefined ? null : { whois_server: outline.whois },
    verification_policies: verification(outline)
  }
}

const thirdLevel = (name: string, { name: names, third_level = [] }: TldOutline): ReadonlyArray<string> =>
  [...(typeof names === "string" ? [] : names), ...third_level].filter((other) => other.endsWith(`.${name}`)).toSorted()

const clientStatuses = [
  "clientTransferProhibited",
  "clientUpdateProhibited",
  "clientDeleteProhibited",
  "clientRenewProhibited",
  "clientHold"
]

const range = ([from, to]: readonly [number, number]): ReadonlyArray<number> =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Duration in days; null for 0, because the registry then has no such period. */
const daysOrNull = (count: number) => count === 0 ? null : IsoDuration.days(count)

const lifecycle = (outline: TldOutline): DomainLifecycle => {
  const terms = (outline.terms ?? range(outline.years ?? [1, 10])).map(Period.years)
  const { adds = 1 } = outline.transfer ?? {}
  const { add = 5, delete: pendingDelete = 5, redemption = 30, renew = 45, restore = 7 } = outline.grace ?? {}
  const renewal = outline.renewal ?? "both"
  const deletion = outline.delete ?? "both"
  return {
    registration_periods: terms,
    renewal_periods: terms,
    transfer_renewal_periods: [Period.years(Math.max(adds, 1))],
    default_transfer_renewal_period: Period.years(Math.max(adds, 1)),
    add_grace_period: daysOrNull(add),
    grace_period: daysOrNull(renew),
    redemption_period: daysOrNull(redemption),
    pending_restore: daysOrNull(restore),
    pending_delete: daysOrNull(pendingDelete),
    transfer_grace_period: adds === 0 ? null : IsoDuration.days(5),
    auto_renew_before_expiration: IsoDuration.days(outline.attempt ?? 7),
    // A registry that refunds its own renewal allows deletion until the last day; elsewhere the domain is deleted one
    // day earlier.
    delete_before_expiration: renewal === "command" ? null : IsoDuration.days(renew === 0 ? 1 : 0),
    delete_policy: deletion === "both" ? ["immediate", "expiration"] : [deletion],
    explicit_renew: renewal !== "automatic",
    registry_auto_renew: renewal !== "command",
    restore_triggers_renewal: outline.restore_renews ?? true,
    rgp_operations: redemption === 0 ? null : { request: true, report: restore > 0 },
    sync_after_operations: outline.sync ?? ["registration", "renewal", "transfer"]
  }
}

const roleLetters: Readonly<Record<string, ContactRole>> = { R: "registrant", A: "admin", T: "tech", B: "billing" }

/** Reads roles such as `RATb`: upper case letters are required roles. */
const roleBounds = (letters: string, most: TldOutline["most"] = {}): ReadonlyArray<RoleBounds> =>
  Array.from(letters, (letter) => {
    const type = roleLetters[letter.toUpperCase()]
    if (type === undefined) throw new Error(`${letter} in ${letters} is not a role`)
    return { type, min: letter === letter.toUpperCase() ? 1 : 0, max: most[type] ?? 1 }
  })

const contacts = (outline: TldOutline): ContactRules => ({
  supported_roles: roleBounds(outline.roles, outline.most),
  transfer_supported_roles: outline.transfer_roles === undefined
    ? null
    : roleBounds(outline.transfer_roles, outline.most),
  update_supported_roles: outline.update_roles === undefined ? null : roleBounds(outline.update_roles, outline.most),
  possible_attributes: outline.attributes ?? [],
  registrant_change: outline.registrant_change ?? "update",
  is_thick: outline.thick ?? false,
  authinfo_required: false,
  support_check: true,
  support_client_contact_id: true,
  support_transfer: outline.contacts_move ?? false,
  supported_postal_types: outline.postal === undefined ? ["loc", "int"] : [outline.postal],
  privacy_proxy: outline.privacy ?? true
})

const dns = (outline: TldOutline): DnsConfiguration => {
  const [min, max] = outline.nameservers ?? [0, 13]
  return {
    allowed_number_of_nameserver: { min, max },
    dnssec_allowed: true,
    dnssec_mandatory: false,
    dnssec_mode: outline.dnssec ?? "DS",
    dnssec_submit_digest_types: null,
    host_objects: outline.host_objects ?? true,
    host_parent_check_tlds: outline.host_parents ?? null,
    registry_nameserver_check: outline.nameserver_check ?? false,
    registry_root_nameserver_update: outline.zone_hours ?? 0,
    czds_available: outline.czds ?? false
  }
}

const transfers = (outline: TldOutline): TransferPolicies => {
  const { adds = 1, confirm = "both", days = 5 } = outline.transfer ?? {}
  const auth = outline.auth === undefined ? {} : outline.auth
  const [minimum, maximum] = auth === null ? [null, null] : auth.length ?? [8, 32]
  return {
    authinfo_required: auth !== null,
    authinfo_min_length: minimum,
    authinfo_max_length: maximum,
    authinfo_pattern: auth?.pattern ?? null,
    authinfo_set_by_registrar: auth !== null && auth.by !== "registry",
    authinfo_time_limited: auth?.valid !== undefined,
    authinfo_validity_period: auth?.valid ?? null,
    info_domain_authinfo: auth !== null && (auth.shown ?? true),
    info_contact_authinfo: false,
    transfer_time: days === null ? null : IsoDuration.days(days),
    transfer_ack: confirm,
    transfer_nack: confirm,
    transfer_email_required: false,
    transfer_renews_domain: adds > 0,
    transfer_renewal_period: adds === 0 ? null : IsoDuration.ofPeriod(Period.years(adds)),
    transfer_lock_policy: transferLock(outline.lock),
    post_transfer_requirements: null
  }
}

const transferLock = (lock: TldOutline["lock"] = [60, 60]): TransferPolicies["transfer_lock_policy"] => ({
  supported_by_registrar: lock !== null,
  supported_by_registry: lock !== null,
  after_registration: daysOrNull(lock?.[0] ?? 0),
  after_transfer: daysOrNull(lock?.[1] ?? 0)
})

const launch = ({ available_since }: TldOutline): TldSpec["launch_phases"] =>
  available_since === undefined
    ? null
    : {
      general_availability: { start_date: DateTime.makeUnsafe(`${available_since}T00:00:00Z`) },
      phases: [],
      trademark_claims: null
    }

const registryLock: NonNullable<TldSpec["registry_lock"]> = {
  supported: true,
  prevents: ["serverTransferProhibited", "serverUpdateProhibited", "serverDeleteProhibited"],
  removal_process: "The registry lifts the lock at the written request of an authorised person",
  requires_manual_request: true
}
const noRegistryLock = { supported: false, prevents: null, removal_process: null, requires_manual_request: null }

const everyChange = ["domain_registration", "domain_inbound_transfer", "domain_modification"] as const
const off = {
  enabled: false,
  contact_roles: [],
  trigger: [],
  validity_period: null,
  suspension_on_failure: false,
  suspension_delay: null
} as const

/** Generic TLDs: the e-mail address within 15 days (ICANN, RAA Whois Accuracy Program Specification, sections 1 and 2). */
const verification = ({ identity, type }: TldOutline): VerificationPolicies => ({
  email_verification: type === "gTLD"
    ? {
      enabled: true,
      contact_roles: ["registrant"],
      trigger: everyChange,
      validity_period: null,
      suspension_on_failure: true,
      suspension_delay: "15",
      verification_method: "link",
      communication: "email"
    }
    : { ...off, verification_method: null, communication: null },
  identity_verification: identity === undefined
    ? { ...off, required_claims: [] }
    : { ...off, enabled: true, contact_roles: ["registrant"], trigger: everyChange, required_claims: [], ...identity }
})

/** Specifications with common properties, each with its differences. */
export const family = (
  shared: Omit<TldOutline, "name">,
  ...members: ReadonlyArray<Pick<TldOutline, "name"> & Partial<TldOutline>>
): ReadonlyArray<TldSpec> => members.map((member) => tldSpec({ ...shared, ...member }))
