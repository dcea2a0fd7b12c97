import type { ContactRole, Period, PolicyIssue } from "../../shared/index.ts"
import type { NameInTld } from "../TldCatalog.ts"
import type { TldSpec } from "../TldSpec.ts"
import { authCodeFormIssues, chosenAuthCodeIssues, strongAuthCodeIssues } from "./AuthCodePolicy.ts"
import { domainAttributeIssues } from "./DomainAttributePolicy.ts"
import type { Holder } from "./Holder.ts"
import { holderIssues } from "./HolderPolicy.ts"
import { labelIssues, languageIssues } from "./LabelPolicy.ts"
import { nameserverIssues, type RequestedHost } from "./NameserverPolicy.ts"
import { cadenceIssues, type RenewalCadence } from "./RenewalCadence.ts"
import type { ContactOperation } from "./RolePolicy.ts"
import { registrationTermIssues, transferTermIssues } from "./TermPolicy.ts"

interface RequestedParts {
  readonly name: string
  /** Required host objects that do not exist. */
  readonly missing_hosts: ReadonlySet<string>
  readonly attributes: Readonly<Record<string, string>>
  /** Attribute sets for the TLD of contacts in `attributes`, by contact. Default: none. */
  readonly linked_attributes?: ReadonlyMap<string, Readonly<Record<string, string>>>
}

/** Registration, with all data that rules of the TLD use. */
export interface RequestedRegistration extends RequestedParts {
  readonly period: Period.Period
  readonly holders: ReadonlyArray<Holder>
  readonly nameservers: ReadonlyArray<RequestedHost>
  /** Null: the platform generates one if the registry needs it. */
  readonly auth_code: string | null
  /** True if the registry follows RFC 9154, which requires a strong code. Default: false. */
  readonly strong_auth_code?: boolean
  readonly cadence: RenewalCadence | null
  /** Language tag of an international name. Default: none. */
  readonly idn_language?: string | null
}

/** Violated rules of the TLD of a registration; empty if it is allowed. */
export const registrationIssues = (
  { sld, spec, tld }: NameInTld,
  request: RequestedRegistration
): ReadonlyArray<PolicyIssue> => [
  ...labelIssues(spec, sld),
  ...languageIssues(spec, sld, request.idn_language ?? null),
  ...registrationTermIssues(spec, request.period),
  ...holderIssues(spec, tld, "create", request.holders),
  ...nameserverIssues(spec, request.name, request.nameservers, request.missing_hosts),
  ...newCodeIssues(spec, request),
  ...ownAttributeIssues(spec, "create", request),
  ...cadenceIssues(spec, request.cadence)
]

const ownAttributeIssues = (
  spec: TldSpec,
  operation: ContactOperation,
  { attributes, linked_attributes = new Map() }: RequestedParts
): ReadonlyArray<PolicyIssue> => domainAttributeIssues(spec, operation, attributes, linked_attributes)

const newCodeIssues = (
  spec: TldSpec,
  { auth_code, strong_auth_code = false }: Pick<RequestedRegistration, "auth_code" | "strong_auth_code">
): ReadonlyArray<PolicyIssue> =>
  auth_code === null ? [] : (strong_auth_code ? strongAuthCodeIssues : chosenAuthCodeIssues)(spec, auth_code)

/** Inbound transfer. */
export interface RequestedTransfer extends RequestedParts {
  /** Null: the registry's own term. */
  readonly period: Period.Period | null
  readonly holders: ReadonlyArray<Holder>
  /** Null: unchanged. */
  readonly nameservers: ReadonlyArray<RequestedHost> | null
  readonly auth_code: string | null
  readonly cadence: RenewalCadence | null
}

/** Violated rules of the TLD of a transfer. A missing auth code is a separate error. */
export const transferIssues = (
  { spec, tld }: NameInTld,
  request: RequestedTransfer
): ReadonlyArray<PolicyIssue> => [
  ...transferTermIssues(spec, request.period),
  ...holderIssues(spec, tld, "transfer", request.holders),
  ...(request.nameservers === null
    ? []
    : nameserverIssues(spec, request.name, request.nameservers, request.missing_hosts)),
  ...(request.auth_code === null ? [] : authCodeFormIssues(spec, request.auth_code)),
  ...ownAttributeIssues(spec, "transfer", request),
  ...cadenceIssues(spec, request.cadence)
]

/** Update; null means unchanged. */
export interface RequestedUpdate extends RequestedParts {
  /** All contacts of the domain after the update, and the roles in the request. */
  readonly contacts: { readonly holders: ReadonlyArray<Holder>; readonly roles: ReadonlyArray<ContactRole> } | null
  readonly registrant_changes: boolean
  readonly nameservers: ReadonlyArray<RequestedHost> | null
  readonly auth_code: string | null
  /** As for a registration. */
  readonly strong_auth_code?: boolean
  /** Statuses to be added. */
  readonly added_statuses: ReadonlyArray<string>
}

/** Violated rules of the TLD of an update. */
export const updateIssues = (
  spec: TldSpec,
  tld: string,
  request: RequestedUpdate
): ReadonlyArray<PolicyIssue> => [
  ...(request.contacts === null
    ? []
    : holderIssues(spec, tld, "update", request.contacts.holders, request.contacts.roles)),
  ...(request.registrant_changes && spec.contacts?.registrant_change === "trade"
    ? [{ pointer: "contacts.registrant", detail: "The registrant is changed by a trade, not by an update" }]
    : []),
  ...(request.nameservers === null
    ? []
    : nameserverIssues(spec, request.name, request.nameservers, request.missing_hosts)),
  ...newCodeIssues(spec, request),
  ...statusIssues(spec, request.added_statuses),
  ...ownAttributeIssues(spec, "update", request),
  ...cadenceIssues(spec, suppliedCadence(request.attributes))
]

/** Problems of client statuses that the registry does not support. */
const statusIssues = ({ domain_statuses }: TldSpec, statuses: ReadonlyArray<string>): ReadonlyArray<PolicyIssue> =>
  statuses.filter((status) => !domain_statuses.supported_statuses.includes(status)).map((status) => ({
    pointer: "statuses",
    detail: `The registry does not support ${status}`
  }))

/** The cadence in attributes with valid values; null if there is none. */
export const suppliedCadence = (attributes: Readonly<Record<string, string>>): RenewalCadence | null => {
  const cadence = attributes["auto_renew_period"]
  return cadence === "monthly" || cadence === "yearly" ? cadence : null
}
