import type { ChallengeType } from "./CertificateName.ts"
import type { CaaProperty } from "./PublicRecords.ts"

/** Properties that are known here (RFC 8659; RFC 9495 for mail). A critical unknown one forbids every authority. */
const knownTags = new Set(["issue", "issuewild", "iodef", "issuemail", "issuevmc", "contactemail", "contactphone"])

/** An order of one name, as CAA records restrict it. */
export interface CaaOrder {
  /** Domains of the authority. */
  readonly identities: ReadonlyArray<string>
  /** URL of the account at the authority; null before it is registered. */
  readonly account: string | null
  readonly challenge: ChallengeType
  readonly isWildcard: boolean
}

/** Domain of the authority and parameters of a value such as `letsencrypt.org; validationmethods=http-01`. */
const parsed = (value: string) => {
  const [domain = "", ...parameters] = value.split(";").map((part) => part.trim())
  const entries = parameters.filter((part) => part !== "").map((part) => {
    const [name = "", text = ""] = part.split(/=(.*)/s)
    return [name.trim().toLowerCase(), text.trim()] as const
  })
  return { domain: domain.toLowerCase().replace(/\.$/, ""), parameters: new Map(entries) }
}

/** Properties that decide on an order. Those of wildcards, if there are any, replace the others for wildcards. */
const decisive = (properties: ReadonlyArray<CaaProperty>, isWildcard: boolean): ReadonlyArray<CaaProperty> => {
  const wild = properties.filter(({ tag }) => tag === "issuewild")
  return isWildcard && wild.length > 0 ? wild : properties.filter(({ tag }) => tag === "issue")
}

/**
 * True if the relevant CAA records of a name permit the order. Without a registered account, its URL is not compared: the
 * authority decides. Source: RFC 8659, sections 4.2 and 4.3; `validationmethods` and `accounturi`: RFC 8657.
 */
export const caaPermits = (
  properties: ReadonlyArray<CaaProperty>,
  { account, challenge, identities, isWildcard }: CaaOrder
): boolean => {
  if (properties.some(({ critical, tag }) => critical && !knownTags.has(tag))) return false
  const issuers = decisive(properties, isWildcard)
  if (issuers.length === 0) return true
  return issuers.some(({ value }) => {
    const { domain, parameters } = parsed(value)
    const methods = parameters.get("validationmethods")
    const accountUri = parameters.get("accounturi")
    return identities.includes(domain)
      && (methods === undefined || methods.split(",").some((one) => one.trim().toLowerCase() === challenge))
      && (accountUri === undefined || account === null || accountUri === account)
  })
}
