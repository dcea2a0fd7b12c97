import {
  type Domain,
  type DomainContact,
  type DomainReference,
  GraceCharge,
  type Nameserver,
  PolicyVerification,
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
  | "policy_verification"
  | "registry_statuses"
type BooleanField = "is_premium" | "read_only"

/** Row of `domains`. It is mapped without a schema for speed: a page of domains has thousands of values. */
export type DomainRow =
  & Omit<Domain, InstantField | JsonField | BooleanField>
  & { readonly [K in InstantField]: InstantValue | Extract<Domain[K], null> }
  & { readonly [K in BooleanField]: boolean | number }
  & {
    /** Statuses in order, separated by spaces. */
    readonly registry_statuses: string
    readonly contacts: string
    readonly nameservers: string
    readonly attributes: string
    readonly verification_required: string | null
    readonly policy_verification: string | null
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
  "policy_verification",
  "registered_on",
  "expires_on",
  "transferred_on",
  "canceled_on",
  "deleted_on",
  "created_on",
  "updated_on",
  "grace_charges",
  "unpaid_renewal_on",
  "next_action_on"
] as const satisfies ReadonlyArray<keyof Domain>

/** Values of the columns of a domain, in the order of `domainColumns`. */
export type DomainValues = ValuesOf<typeof domainColumns>

type ValuesOf<Columns extends ReadonlyArray<keyof DomainRow>> = { readonly [I in keyof Columns]: DomainRow[Columns[I]] }

/** Values of a row that begins with the columns of a domain. */
type RowValues = readonly [...DomainValues, ...ReadonlyArray<unknown>]

/** Fails to compile if a member of `Domain` has no column. */
type MissingColumn = Exclude<keyof Domain, (typeof domainColumns)[number]>
const isComplete: MissingColumn extends never ? true : MissingColumn = true
void isComplete

const VerificationColumn = json(VerificationRequired)
const readVerification = Schema.decodeUnknownSync(VerificationColumn)
const writeVerification = Schema.encodeSync(VerificationColumn)

const PolicyColumn = json(PolicyVerification)
const readPolicy = Schema.decodeUnknownSync(PolicyColumn)
const writePolicy = Schema.encodeSync(PolicyColumn)

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
  policy_verification: row.policy_verification === null ? null : readPolicy(row.policy_verification),
  registered_on: readNullable(row.registered_on),
  expires_on: readNullable(row.expires_on),
  transferred_on: readNullable(row.transferred_on),
  canceled_on: readNullable(row.canceled_on),
  deleted_on: readNullable(row.deleted_on),
  created_on: readInstant(row.created_on),
  updated_on: readInstant(row.updated_on),
  // Most domains have none.
  grace_charges: row.grace_charges === "[]" ? [] : readGraceCharges(row.grace_charges),
  unpaid_renewal_on: readNullable(row.unpaid_renewal_on),
  next_action_on: readNullable(row.next_action_on)
})

/** Row of the values of its columns. */
const rowFrom = ([
  domain_id,
  organization_id,
  name,
  sld,
  tld,
  roid,
  registry,
  registry_account_id,
  registrar,
  registrar_credential_id,
  renewal_mode,
  is_premium,
  read_only,
  registry_statuses,
  contacts,
  nameservers,
  auth_code,
  auth_code_expires_on,
  attributes,
  verification_required,
  policy_verification,
  registered_on,
  expires_on,
  transferred_on,
  canceled_on,
  deleted_on,
  created_on,
  updated_on,
  grace_charges,
  unpaid_renewal_on,
  next_action_on
]: RowValues): DomainRow => ({
  domain_id,
  organization_id,
  name,
  sld,
  tld,
  roid,
  registry,
  registry_account_id,
  registrar,
  registrar_credential_id,
  renewal_mode,
  is_premium,
  read_only,
  registry_statuses,
  contacts,
  nameservers,
  auth_code,
  auth_code_expires_on,
  attributes,
  verification_required,
  policy_verification,
  registered_on,
  expires_on,
  transferred_on,
  canceled_on,
  deleted_on,
  created_on,
  updated_on,
  grace_charges,
  unpaid_renewal_on,
  next_action_on
})

const parsed: SharedColumns = { contacts: JSON.parse, nameservers: JSON.parse, attributes: JSON.parse }

/** Domain of a row. */
export const domainOf = (row: DomainRow): Domain => domainRead(row, parsed)

/**
 * Domains of rows, which are read as values: the driver's objects of so many columns are slow to build and to read.
 * Equal JSON texts, such as shared contacts and nameservers, are parsed once. The text of the previous row is compared
 * first, because a lookup by a long text costs a pass over it.
 */
export const domainsOf = (rows: ReadonlyArray<RowValues>): ReadonlyArray<Domain> => {
  const values = new Map<string, unknown>()
  const reader = () => {
    let before: string | undefined
    let value: unknown
    return (text: string): unknown => {
      if (text === before) return value
      before = text
      value = values.get(text)
      if (value === undefined) values.set(text, value = JSON.parse(text))
      return value
    }
  }
  const columns = { contacts: reader(), nameservers: reader(), attributes: reader() }
  return rows.map((row) => domainRead(rowFrom(row), columns))
}

/** True if a reference is an id rather than a name. */
export const isDomainId = Schema.is(DomainId)

/** Condition that a row `d` of `domains` is the referenced one. */
export const referred = (sql: SqlClient.SqlClient, reference: DomainReference): Statement.Fragment =>
  isDomainId(reference) ? sql`d.domain_id = ${reference}` : sql`d.name = ${reference}`

export const firstDomain = (rows: ReadonlyArray<DomainRow>): Option.Option<Domain> =>
  Option.map(Option.fromUndefinedOr(rows[0]), domainOf)

/** Row of a domain. */
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
  policy_verification: domain.policy_verification === null ? null : writePolicy(domain.policy_verification),
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
