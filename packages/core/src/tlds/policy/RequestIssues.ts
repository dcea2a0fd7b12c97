import type { ContactRole, Period, PolicyIssue } from "../../shared/index.ts"
import type { FiledName } from "../TldCatalog.ts"
import type { TldSpec } from "../TldSpec.ts"
import { authCodeFormIssues, chosenAuthCodeIssues, strongAuthCodeIssues } from "./AuthCodePolicy.ts"
import { domainAttributeIssues } from "./DomainAttributePolicy.ts"
import type { Holder } from "./Holder.ts"
import { holderIssues } from "./HolderPolicy.ts"
import { labelIssues } from "./LabelPolicy.ts"
import { nameserverIssues, type RequestedHost } from "./NameserverPolicy.ts"
import { cadenceIssues, type RenewalCadence } from "./RenewalCadence.ts"
import { registrationTermIssues, transferTermIssues } from "./TermPolicy.ts"

interface RequestedParts {
  readonly name: string
  /** Host objects that the nameservers would need and that do not exist. */
  readonly missing_hosts: ReadonlySet<string>
  readonly attributes: Readonly<Record<string, string>>
  /** The contacts that attributes name, by id, with their attributes for this TLD. */
  readonly request_contacts: ReadonlyMap<string, Readonly<Record<string, string>>>
}

/** A registration, with everything that the TLD has a say in. */
export interface RequestedRegistration extends RequestedParts {
  readonly period: Period.Period
  readonly holders: ReadonlyArray<Holder>
  readonly nameservers: ReadonlyArray<RequestedHost>
  /** Null: the platform generates one if the registry needs it. */
  readonly auth_code: string | null
  /** True if the registry follows RFC 9154, so that the code must be strong. Default false. */
  readonly strong_auth_code?: boolean
  readonly cadence: RenewalCadence | null
}

/** Every rule of its TLD that a registration breaks; empty when it may go on. */
export const registrationIssues = (
  { sld, spec, tld }: FiledName,
  request: RequestedRegistration
): ReadonlyArray<PolicyIssue> => [
  ...labelIssues(spec, sld),
  ...registrationTermIssues(spec, request.period),
  ...holderIssues(spec, tld, "create", request.holders),
  ...nameserverIssues(spec, request.name, request.nameservers, request.missing_hosts),
  ...newCodeIssues(spec, request),
  ...domainAttributeIssues(spec, "create", request.attributes, request.request_contacts),
  ...cadenceIssues(spec, request.cadence)
]

const newCodeIssues = (
  spec: TldSpec,
  { auth_code, strong_auth_code = false }: Pick<RequestedRegistration, "auth_code" | "strong_auth_code">
): ReadonlyArray<PolicyIssue> =>
  auth_code === null ? [] : (strong_auth_code ? strongAuthCodeIssues : chosenAuthCodeIssues)(spec, auth_code)

/** An inbound transfer. */
export interface RequestedTransfer extends RequestedParts {
  /** Null: the registry's own term. */
  readonly period: Period.Period | null
  readonly holders: ReadonlyArray<Holder>
  /** Null: what the registry has stays. */
  readonly nameservers: ReadonlyArray<RequestedHost> | null
  readonly auth_code: string | null
  readonly cadence: RenewalCadence | null
}

/** Every rule of its TLD that a transfer breaks. That a code is missing is another error than a policy's. */
export const transferIssues = (
  { spec, tld }: FiledName,
  request: RequestedTransfer
): ReadonlyArray<PolicyIssue> => [
  ...transferTermIssues(spec, request.period),
  ...holderIssues(spec, tld, "transfer", request.holders),
  ...(request.nameservers === null
    ? []
    : nameserverIssues(spec, request.name, request.nameservers, request.missing_hosts)),
  ...(request.auth_code === null ? [] : authCodeFormIssues(spec, request.auth_code)),
  ...domainAttributeIssues(spec, "transfer", request.attributes, request.request_contacts),
  ...cadenceIssues(spec, request.cadence)
]

/** An update; what is null stays as it is. */
export interface RequestedUpdate extends RequestedParts {
  /** All contacts that the domain would have, and the roles that the request names. */
  readonly contacts: { readonly holders: ReadonlyArray<Holder>; readonly roles: ReadonlyArray<ContactRole> } | null
  readonly registrant_changes: boolean
  readonly nameservers: ReadonlyArray<RequestedHost> | null
  readonly auth_code: string | null
  /** As for a registration. */
  readonly strong_auth_code?: boolean
  /** The statuses that would be set anew. */
  readonly added_statuses: ReadonlyArray<string>
}

/** Every rule of its TLD that an update breaks. */
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
  ...domainAttributeIssues(spec, "update", request.attributes, request.request_contacts),
  ...cadenceIssues(spec, suppliedCadence(request.attributes))
]

/** Client statuses that the registry does not know. */
const statusIssues = ({ domain_statuses }: TldSpec, statuses: ReadonlyArray<string>): ReadonlyArray<PolicyIssue> =>
  statuses.filter((status) => !domain_statuses.supported_statuses.includes(status)).map((status) => ({
    pointer: "statuses",
    detail: `The registry knows no ${status}`
  }))

/** The cadence that attributes name; their values are checked before. */
export const suppliedCadence = (attributes: Readonly<Record<string, string>>): RenewalCadence | null => {
  const cadence = attributes["auto_renew_period"]
  return cadence === "monthly" || cadence === "yearly" ? cadence : null
}
