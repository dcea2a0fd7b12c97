import type { CaaProperty } from "./PublicRecords.ts"

/** Properties that are known here (RFC 8659; RFC 9495 for mail). A critical unknown one forbids every authority. */
const knownTags = new Set(["issue", "issuewild", "iodef", "issuemail", "issuevmc", "contactemail", "contactphone"])

/** Method by which authorities prove names of this installation. */
const method = "http-01"

/** Domain of the authority and parameters of a value such as `letsencrypt.org; validationmethods=http-01`. */
const parsed = (value: string) => {
  const [domain = "", ...parameters] = value.split(";").map((part) => part.trim())
  const entries = parameters.filter((part) => part !== "").map((part) => {
    const [name = "", text = ""] = part.split(/=(.*)/s)
    return [name.trim().toLowerCase(), text.trim()] as const
  })
  return { domain: domain.toLowerCase().replace(/\.$/, ""), parameters: new Map(entries) }
}

/**
 * True if the relevant CAA records of a host permit an authority with one of these domains to issue a certificate over HTTP-01.
 * Source: RFC 8659, section 4.2; `validationmethods`: RFC 8657.
 */
export const caaPermits = (
  properties: ReadonlyArray<CaaProperty>,
  identities: ReadonlyArray<string>
): boolean => {
  if (properties.some(({ critical, tag }) => critical && !knownTags.has(tag))) return false
  const issuers = properties.filter(({ tag }) => tag === "issue")
  if (issuers.length === 0) return true
  return issuers.some(({ value }) => {
    const { domain, parameters } = parsed(value)
    const methods = parameters.get("validationmethods")
    return identities.includes(domain)
      && (methods === undefined || methods.split(",").some((one) => one.trim().toLowerCase() === method))
  })
}
