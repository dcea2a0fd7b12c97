import { Schema } from "effect"
import punycode from "punycode/punycode.js"
import { domainNameProblem, limits } from "../shared/index.ts"

/** Local part as a dot-atom (RFC 5321, section 4.1.2); quoted forms are refused. */
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

const toAscii = (domain: string): string | undefined => {
  try {
    return domain.normalize("NFC").toLowerCase().split(".").map((label) =>
      /[^\0-\x7f]/.test(label) ? `xn--${punycode.encode(label)}` : label
    ).join(".")
  } catch {
    return undefined
  }
}

/** Describes the problem of an email address; undefined if it is valid. The domain may be international. */
const emailProblem = (address: string): string | undefined => {
  const at = address.lastIndexOf("@")
  if (at < 1) return "An email address has a part before and a part after the @"
  const local = address.slice(0, at)
  const domain = toAscii(address.slice(at + 1))
  if (local.length > limits.emailLocalPart) {
    return `The part before the @ has at most ${limits.emailLocalPart} characters`
  }
  if (!localPart.test(local)) return "The part before the @ holds characters that are not taken"
  if (domain === undefined) return "The part after the @ is no domain name"
  if (local.length + 1 + domain.length > limits.email) {
    return `An email address has at most ${limits.email} characters`
  }
  return domainNameProblem(domain)
}

/** Email address, stored as it was sent, including international domains. Source: REST specification, "Contacts". */
export const Email = Schema.String.annotate({ format: "email" }).check(
  Schema.isMaxLength(limits.email),
  Schema.makeFilter<string>(emailProblem, { issueType: "invalid_email" })
)
