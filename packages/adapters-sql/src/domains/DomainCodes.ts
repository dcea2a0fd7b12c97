import type { Domain, Registrar } from "@namewright/core/domains"
import type { DomainStatus } from "@namewright/core/registry"
import type { StatusTagType } from "@namewright/core/tags"

/** Bits of a domain's state. Stored, so a number is never changed or reused. At most 31 bits are available. */
const statusBits = {
  ok: 0,
  inactive: 1,
  addPeriod: 2,
  renewPeriod: 3,
  autoRenewPeriod: 4,
  transferPeriod: 5,
  redemptionPeriod: 6,
  pendingCreate: 7,
  pendingUpdate: 8,
  pendingTransfer: 9,
  pendingRenew: 10,
  pendingRestore: 11,
  pendingDelete: 12,
  serverTransferProhibited: 13,
  serverUpdateProhibited: 14,
  serverDeleteProhibited: 15,
  serverRenewProhibited: 16,
  serverRestoreProhibited: 17,
  serverHold: 18,
  clientTransferProhibited: 19,
  clientUpdateProhibited: 20,
  clientDeleteProhibited: 21,
  clientRenewProhibited: 22,
  clientHold: 23,
  deleted: 24,
  free: 25,
  connect: 26,
  failed: 27,
  invalid: 28
} as const satisfies Record<DomainStatus, number>

/** Bits of a domain's flags. Stored, so a number never changes. */
const statusTagBits = {
  VERIFICATION_REQUIRED: 3,
  CREATE_REQUESTED: 4,
  INBOUND_TRANSFER_PENDING: 5,
  OUTBOUND_TRANSFER_PENDING: 6,
  EXTERNAL: 7,
  IMPORT_REQUESTED: 8,
  IMPORT_PENDING: 9,
  DNSSEC_PENDING: 10
} as const satisfies Record<StatusTagType, number>

const registrarBits = {
  INTERNETX: 16,
  MONIKER: 17,
  DOMAIN_BESTELLSYSTEM: 18,
  CENTRALNIC: 19,
  NICMANAGER: 20,
  ENOM: 21,
  OPENSRS: 22,
  NIC_DIRECT: 23,
  NATIVE: 24,
  NAMEWRIGHT: 25
} as const satisfies Record<Registrar, number>

/** Bit of the state, beside the statuses: the domain renews automatically. */
export const renews = 1 << 30
/** Bits of the flags, beside status tags and registrars. */
export const isReadOnly = 1 << 0
export const isPremium = 1 << 1

const maskOf = <K extends string>(bits: Readonly<Record<K, number>>) => (values: Iterable<K>): number => {
  let mask = 0
  for (const value of values) mask |= 1 << bits[value]
  return mask
}

const valuesOf = <K extends string>(bits: Readonly<Record<K, number>>) => {
  const values = Object.keys(bits) as ReadonlyArray<string> as ReadonlyArray<K>
  return (mask: number): ReadonlyArray<K> => values.filter((value) => (mask & (1 << bits[value])) !== 0)
}

/** Statuses as a number with a bit for each. */
export const statusMask: (statuses: Iterable<DomainStatus>) => number = maskOf(statusBits)
export const statusesOf: (mask: number) => ReadonlyArray<DomainStatus> = valuesOf(statusBits)

/** Status tags as bits of the flags. */
export const statusTagMask: (tags: Iterable<StatusTagType>) => number = maskOf(statusTagBits)
export const statusTagsOf: (flags: number) => ReadonlyArray<StatusTagType> = valuesOf(statusTagBits)
const everyStatusTag: number = statusTagMask(Object.keys(statusTagBits) as Array<StatusTagType>)

/** Registrars as bits of the flags. A domain has one registrar. */
export const registrarMask: (registrars: Iterable<Registrar>) => number = maskOf(registrarBits)

/** State of a domain: its statuses and renewal mode. */
export const stateOf = ({ registry_statuses, renewal_mode }: Domain): number =>
  statusMask(registry_statuses) | (renewal_mode === "renew" ? renews : 0)

/** Flags of a domain. Status tags are not part of the domain, and are taken from its previous flags. */
export const flagsOf = ({ is_premium, read_only, registrar }: Domain, before: number): number =>
  (read_only ? isReadOnly : 0) | (is_premium ? isPremium : 0) | registrarMask([registrar]) | (before & everyStatusTag)
