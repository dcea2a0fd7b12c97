import { Schema } from "effect"
import { type InputIssue, inputIssue, type PolicyIssue, TypeId } from "../../shared/index.ts"
import type { TldSpec } from "../TldSpec.ts"
import type { ContactOperation } from "./RolePolicy.ts"

type Attributes = Readonly<Record<string, string>>

/**
 * Kind of an attribute of a domain, by its writer and its values. `cadence` and `confirmation` have fixed values,
 * `contact` is the id of a contact. Source: REST specification, "Domain", attributes.
 */
type Kind = "cadence" | "confirmation" | "contact" | "derived" | "platform"

const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["auto_renew_period", "cadence"],
  ["music_registrant_attestation", "confirmation"],
  ["travel_industry_acknowledgement", "confirmation"],
  ["nic_it_compliance_confirmation", "confirmation"],
  ["internet_ee_registrant_agreement", "confirmation"],
  ["punktum_dk_terms_acceptance", "confirmation"],
  ["de_general_request_contact", "contact"],
  ["de_abuse_contact", "contact"],
  ["nor_id_applicant_version", "derived"],
  ["nor_id_applicant_accept_name", "derived"],
  ["nor_id_applicant_accept_date", "derived"],
  ["verification_required", "platform"],
  ["nor_id_declaration", "platform"],
  ["nor_id_declaration_token", "platform"],
  ["punktum_dk_tracking_no", "platform"],
  ["promotion", "platform"],
  ["promotion_eligibility", "platform"],
  ["domain_contact_attributes", "platform"],
  ["registry_reseller_id", "platform"]
])

/** Kind of a key. Keys with `x-` are confirmations of the installation, checked against the TLD's specification. */
const kindOf = (key: string): Kind | undefined => kinds.get(key) ?? (key.startsWith("x-") ? "confirmation" : undefined)

/** True for attributes that callers can set; only these are returned to them. */
export const isCallersAttribute = (key: string): boolean => {
  const kind = kindOf(key)
  return kind === "cadence" || kind === "confirmation" || kind === "contact"
}

const isTrue = (value: string | undefined): boolean => value !== undefined && /^(?:true|1|yes)$/i.test(value)
const isContactId = Schema.is(TypeId.schema("contact"))

/** Problems of the attributes of a request that do not depend on the TLD. */
export const domainAttributeInputIssues = (
  attributes: Attributes,
  operation: ContactOperation
): ReadonlyArray<InputIssue> =>
  Object.entries(attributes).flatMap(([key, value]) => {
    const problem = inputProblem(key, value, operation)
    return problem === undefined ? [] : [inputIssue(["body", "attributes", key], problem[0], problem[1], value)]
  })

const inputProblem = (
  key: string,
  value: string,
  operation: ContactOperation
): readonly [type: string, message: string] | undefined => {
  switch (kindOf(key)) {
    case undefined:
      return ["extra_forbidden", `${key} is no attribute of domains`]
    case "platform":
      return ["value_error", `${key} is written by the platform alone`]
    case "derived":
      return operation === "update" ? ["value_error", `${key} cannot be changed`] : undefined
    case "confirmation":
      if (operation === "update") return ["value_error", `${key} cannot be changed`]
      return isTrue(value) ? undefined : ["value_error", `${key} must be true`]
    case "cadence":
      return value === "monthly" || value === "yearly" ? undefined : ["enum", `${key} is monthly or yearly`]
    case "contact":
      return value === "" || isContactId(value) ? undefined : ["typeid_parsing", `${key} is the id of a contact`]
  }
}

/**
 * Attributes of a domain after a request. An empty value removes an attribute, confirmations are stored as `true`, and
 * derived attributes in the request are ignored.
 */
export const mergedAttributes = (current: Attributes, supplied: Attributes): Attributes => {
  const merged = new Map(Object.entries(current))
  for (const [key, value] of Object.entries(supplied)) {
    const kind = kindOf(key)
    if (kind === "derived") continue
    if (value === "") merged.delete(key)
    else merged.set(key, kind === "confirmation" ? "true" : value)
  }
  return Object.fromEntries(merged)
}

/** Ids of contacts in the attributes of a request. */
export const contactsInAttributes = (attributes: Attributes): ReadonlyArray<string> =>
  Object.entries(attributes).flatMap(([key, value]) => kindOf(key) === "contact" && isContactId(value) ? [value] : [])

/**
 * Problems of attributes under a TLD: missing confirmations, attributes of other TLDs, and contacts for requests.
 * `linked` are the attribute sets of these contacts for the TLD, by contact.
 */
export const domainAttributeIssues = (
  spec: TldSpec,
  operation: ContactOperation,
  attributes: Attributes,
  linked: ReadonlyMap<string, Attributes>
): ReadonlyArray<PolicyIssue> => {
  const wanted = spec.legal_requirements.filter(({ type }) => type === "confirmation")
  const now = operation === "create" ? "registration" : operation === "transfer" ? "transfer" : "registrant_change"
  const missing = operation === "update"
    ? []
    : wanted.filter(({ key, operations }) => operations.includes(now) && !isTrue(attributes[key])).map(({ key }) => ({
      pointer: `attributes.${key}`,
      detail: `${key} must be true`
    }))
  const supplied = Object.entries(attributes).filter(([, value]) => value !== "").flatMap(([key, value]) => {
    const pointer = `attributes.${key}`
    const kind = kindOf(key)
    if (kind === "confirmation" && !wanted.some((requirement) => requirement.key === key)) {
      return [{ pointer, detail: `${key} is not an attribute of this TLD` }]
    }
    return kind === "contact" && !isRequestContact(spec, linked.get(value) ?? {})
      ? [requestContactIssue(spec, pointer)]
      : []
  })
  return [...missing, ...supplied]
}

const hasContactTypes = ({ contacts }: TldSpec): boolean =>
  (contacts?.possible_attributes ?? []).some(({ key }) => key === "DE_CONTACT_TYPE")

/** Contacts for general and abuse requests need the registry's own contact type, which only an attribute set gives. */
const isRequestContact = (spec: TldSpec, linked: Attributes): boolean =>
  hasContactTypes(spec) && linked["DE_CONTACT_TYPE"] === "REQUEST"

const requestContactIssue = (spec: TldSpec, pointer: string): PolicyIssue => ({
  pointer,
  detail: hasContactTypes(spec)
    ? "The contact needs an attribute set with DE_CONTACT_TYPE REQUEST"
    : "The registry has no contacts for requests"
})
