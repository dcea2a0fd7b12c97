import {
  type Domain,
  type DomainContact,
  type DomainReference,
  GraceCharge,
  type Nameserver,
  VerificationRequired
} from "@namewright/core/domains"
import type { DomainStatus } from "@namewright/core/registry"
import { DomainId } from "@namewright/core/shared"
import { DateTime, Option, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { type InstantValue, json, readInstant } from "../Codecs.ts"
import type { Dialect } from "../Dialect.ts"

type InstantField = {
  readonly [K in keyof Domain]: DateTime.Utc extends Domain[K] ? K : never
}[keyof Domain]

type JsonField =
  | "contacts"
  | "grace_charges"
  | "nameservers"
  | "attributes"
  | "verification_required"
  | "registry_statuses"
type BooleanField = "is_premium" | "read_only"

/**
 * A row of `domains`, as the store wrote it. It is mapped by hand: a page of domains has thousands of values, and a
 * schema would look at each of them again.
 */
export type DomainRow =
  & Omit<Domain, InstantField | JsonField | BooleanField>
  & { readonly [K in InstantField]: InstantValue | Extract<Domain[K], null> }
  & { readonly [K in BooleanField]: boolean | number }
  & {
    /** The statuses, in order, with spaces between them. */
    readonly registry_statuses: string
    readonly contacts: string
    readonly nameservers: string
    readonly attributes: string
    readonly verification_required: string | null
    readonly grace_charges: string
  }

export const domainColumns = [
  "domain_id",
  "organization_id",
  "name",
  "sld",
  "tld",
  "roid",
  "registry",
  "registry_account_id",
  "registrar",
  "registrar_credential_id",
  "renewal_mode",
  "is_premium",
  "read_only",
  "registry_statuses",
  "contacts",
  "nameservers",
  "auth_code",
  "auth_code_expires_on",
  "attributes",
  "verification_required",
  "registered_on",
  "expires_on",
  "transferred_on",
  "canceled_on",
  "deleted_on",
  "created_on",
  "updated_on",
  "registration_transaction_id",
  "grace_charges",
  "unpaid_renewal_on",
  "next_action_on"
] as const satisfies ReadonlyArray<keyof Domain>

/** Every member of a domain is stored; one that is added to the record and not here does not compile. */
type Missing = Exclude<keyof Domain, (typeof domainColumns)[number]>
const nothingMissing: Missing extends never ? true : Missing = true
void nothingMissing

const VerificationColumn = json(VerificationRequired)
const readVerification = Schema.decodeUnknownSync(VerificationColumn)
const writeVerification = Schema.encodeSync(VerificationColumn)

const GraceChargesColumn = json(Schema.Array(GraceCharge))
const readGraceCharges = Schema.decodeUnknownSync(GraceChargesColumn)
const writeGraceCharges = Schema.encodeSync(GraceChargesColumn)

const readNullable = (value: InstantValue | null): DateTime.Utc | null => value === null ? null : readInstant(value)
const writeNullable = (instant: DateTime.Utc | null): string | null =>
  instant === null ? null : DateTime.formatIso(instant)

/** Readers of the columns with text that many domains share. */
interface SharedColumns {
  readonly contacts: (text: string) => unknown
  readonly nameservers: (text: string) => unknown
  readonly attributes: (text: string) => unknown
}

const domainRead = (row: DomainRow, { attributes, contacts, nameservers }: SharedColumns): Domain => ({
  domain_id: row.domain_id,
  organization_id: row.organization_id,
  name: row.name,
  sld: row.sld,
  tld: row.tld,
  roid: row.roid,
  registry: row.registry,
  registry_account_id: row.registry_account_id,
  registrar: row.registrar,
  registrar_credential_id: row.registrar_credential_id,
  renewal_mode: row.renewal_mode,
  is_premium: Boolean(row.is_premium),
  read_only: Boolean(row.read_only),
  registry_statuses: row.registry_statuses === "" ? [] : row.registry_statuses.split(" ") as Array<DomainStatus>,
  contacts: contacts(row.contacts) as ReadonlyArray<DomainContact>,
  nameservers: nameservers(row.nameservers) as ReadonlyArray<Nameserver>,
  auth_code: row.auth_code,
  auth_code_expires_on: readNullable(row.auth_code_expires_on),
  attributes: attributes(row.attributes) as Domain["attributes"],
  verification_required: row.verification_required === null ? null : readVerification(row.verification_required),
  registered_on: readNullable(row.registered_on),
  expires_on: readNullable(row.expires_on),
  transferred_on: readNullable(row.transferred_on),
  canceled_on: readNullable(row.canceled_on),
  deleted_on: readNullable(row.deleted_on),
  created_on: readInstant(row.created_on),
  updated_on: readInstant(row.updated_on),
  registration_transaction_id: row.registration_transaction_id,
  // Few domains of a page have any.
  grace_charges: row.grace_charges === "[]" ? [] : readGraceCharges(row.grace_charges),
  unpaid_renewal_on: readNullable(row.unpaid_renewal_on),
  next_action_on: readNullable(row.next_action_on)
})

const parsed: SharedColumns = { contacts: JSON.parse, nameservers: JSON.parse, attributes: JSON.parse }

/** The domain of a row. */
export const domainOf = (row: DomainRow): Domain => domainRead(row, parsed)

/**
 * The domains of some rows. Many rows of a page have the same contacts and nameservers, whose text is parsed once. The
 * text of the row before is compared first, because a lookup by a long text costs a pass over it.
 */
export const domainsOf = (rows: ReadonlyArray<DomainRow>): ReadonlyArray<Domain> => {
  const known = new Map<string, unknown>()
  const reader = () => {
    let before: string | undefined
    let value: unknown
    return (text: string): unknown => {
      if (text === before) return value
      before = text
      value = known.get(text)
      if (value === undefined) known.set(text, value = JSON.parse(text))
      return value
    }
  }
  const columns = { contacts: reader(), nameservers: reader(), attributes: reader() }
  return rows.map((row) => domainRead(row, columns))
}

/** Whether a reference is an id; it is a name otherwise. */
export const isDomainId = Schema.is(DomainId)

/** The condition that a row `d` of `domains` is the one meant. */
export const referred = (sql: SqlClient.SqlClient, reference: DomainReference): Statement.Fragment =>
  isDomainId(reference) ? sql`d.domain_id = ${reference}` : sql`d.name = ${reference}`

/** The first row's domain. */
export const firstDomain = (rows: ReadonlyArray<DomainRow>): Option.Option<Domain> =>
  Option.map(Option.fromUndefinedOr(rows[0]), domainOf)

/** The row that keeps a domain. */
export const rowOf = (domain: Domain, bool: Dialect["bool"]) => ({
  ...domain,
  is_premium: bool(domain.is_premium),
  read_only: bool(domain.read_only),
  registry_statuses: domain.registry_statuses.join(" "),
  contacts: JSON.stringify(domain.contacts),
  nameservers: JSON.stringify(domain.nameservers),
  attributes: JSON.stringify(domain.attributes),
  grace_charges: writeGraceCharges(domain.grace_charges),
  verification_required: domain.verification_required === null ? null : writeVerification(domain.verification_required),
  auth_code_expires_on: writeNullable(domain.auth_code_expires_on),
  registered_on: writeNullable(domain.registered_on),
  expires_on: writeNullable(domain.expires_on),
  transferred_on: writeNullable(domain.transferred_on),
  canceled_on: writeNullable(domain.canceled_on),
  deleted_on: writeNullable(domain.deleted_on),
  created_on: DateTime.formatIso(domain.created_on),
  updated_on: DateTime.formatIso(domain.updated_on),
  unpaid_renewal_on: writeNullable(domain.unpaid_renewal_on),
  next_action_on: writeNullable(domain.next_action_on)
})
