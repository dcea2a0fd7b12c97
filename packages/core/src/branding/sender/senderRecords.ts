import { domainOfAddress } from "../../mail/index.ts"
import type { SenderRecord, SenderRecordPurpose, StoredSender } from "./BrandingSender.ts"

/** Domain of an address in its ASCII form, in lower case. */
export const senderDomain = (address: string): string => {
  const domain = domainOfAddress(address).toLowerCase()
  return URL.parse(`http://${domain}`)?.hostname ?? domain
}

/** Owner name of the public key of a sender. Source: RFC 6376, section 3.6.2.1. */
export const dkimName = ({ address, selector }: Pick<StoredSender, "address" | "selector">): string =>
  `${selector}._domainkey.${senderDomain(address)}`

/** Names at which a DMARC policy of a domain may be stored: its own, and those of the domains above it with two labels. */
export const dmarcNames = (domain: string): ReadonlyArray<string> => {
  const labels = domain.split(".")
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_, index) => `_dmarc.${labels.slice(index).join(".")}`)
}

/**
 * Required DNS records of a sender, each with the record that the last check found. `spfDomain` has the SPF record of the
 * installation's mail servers.
 */
export const recordsOf = (
  sender: Pick<StoredSender, "address" | "found" | "public_key" | "selector">,
  spfDomain: string
): ReadonlyArray<SenderRecord> => {
  const domain = senderDomain(sender.address)
  const record = (purpose: SenderRecordPurpose, name: string, value: string): SenderRecord => ({
    purpose,
    name,
    value,
    found: sender.found.includes(purpose)
  })
  return [
    record("dkim", dkimName(sender), `v=DKIM1; k=rsa; p=${sender.public_key}`),
    record("spf", domain, `v=spf1 include:${spfDomain} ~all`),
    record("dmarc", `_dmarc.${domain}`, "v=DMARC1; p=none")
  ]
}

/** Tags of a record such as `v=DKIM1; p=…`, in lower case; the values have no white space. Source: RFC 6376, section 3.2. */
const tagsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(";").flatMap((tag) => {
      const at = tag.indexOf("=")
      return at < 1 ? [] : [[tag.slice(0, at).trim().toLowerCase(), tag.slice(at + 1).replace(/\s+/g, "")] as const]
    })
  )

/** True if the records at `dkimName` are this public key. Several records have an undefined result, so they are refused. */
export const hasDkimKey = (texts: ReadonlyArray<string>, public_key: string): boolean => {
  const [only, ...others] = texts
  if (only === undefined || others.length > 0) return false
  const tags = tagsOf(only)
  return (tags.get("v") ?? "DKIM1") === "DKIM1" && (tags.get("k") ?? "rsa") === "rsa" && tags.get("p") === public_key
}

/**
 * True if the SPF record of a domain includes the servers of the installation, before its `all`. A domain with several SPF
 * records has none (RFC 7208, section 4.5).
 */
export const includesSpf = (texts: ReadonlyArray<string>, spfDomain: string): boolean => {
  const [only, ...others] = texts.filter((text) => /^v=spf1(?: |$)/i.test(text))
  if (only === undefined || others.length > 0) return false
  const terms = only.toLowerCase().split(/ +/).slice(1)
  const end = terms.findIndex((term) => /^[-+~?]?all$/.test(term))
  const before = end < 0 ? terms : terms.slice(0, end)
  return before.some((term) => term.replace(/^\+/, "") === `include:${spfDomain.toLowerCase()}`)
}

/** True if the records at a name are a DMARC policy. Source: RFC 7489, section 6.6.3. */
export const hasDmarcPolicy = (texts: ReadonlyArray<string>): boolean => {
  const [only, ...others] = texts.filter((text) => /^v=DMARC1\s*(?:;|$)/.test(text))
  return only !== undefined && others.length === 0 && /^(?:none|quarantine|reject)$/i.test(tagsOf(only).get("p") ?? "")
}
