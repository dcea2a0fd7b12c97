import { isWithin, limits } from "../../shared/index.ts"

/** Labels that customers could take for hosts of the platform. Source: gaps of the REST specification, "Configuration". */
const reservedLabels = [
  "abuse",
  "account",
  "accounts",
  "admin",
  "administrator",
  "api",
  "app",
  "auth",
  "billing",
  "blog",
  "cdn",
  "console",
  "dashboard",
  "dns",
  "docs",
  "ftp",
  "help",
  "hostmaster",
  "imap",
  "localhost",
  "login",
  "mail",
  "mcp",
  "ns",
  "ns1",
  "ns2",
  "payment",
  "payments",
  "pop",
  "postmaster",
  "root",
  "security",
  "signin",
  "smtp",
  "sso",
  "static",
  "status",
  "support",
  "test",
  "webmail",
  "webmaster",
  "whois",
  "www"
] as const

/** Names of this product, which no label contains. */
const productTerms = ["namewright"] as const

/**
 * Rows of the table of confusables (UTS #39, confusables.txt) that concern the letters, digits and hyphens of a label, in
 * lower case, with the letters that people confuse besides. Labels of other scripts are refused by their `xn--`.
 */
const confusable: ReadonlyArray<readonly [from: RegExp, to: string]> = [
  [/0/g, "o"],
  [/[1i]/g, "l"],
  [/m/g, "rn"],
  [/vv/g, "w"]
]

/** Text that is equal for labels that look alike, for comparisons only. */
export const labelSkeleton = (label: string): string =>
  confusable.reduce((text, [from, to]) => text.replace(from, to), label)

const labelForm = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

const reservedSkeletons = new Set(reservedLabels.map(labelSkeleton))

/** The reason why a label cannot be used; undefined if it can. `terms` are names that no label may contain. */
export const labelProblem = (label: string, terms: ReadonlyArray<string>): string | undefined => {
  if (!labelForm.test(label)) {
    return "A label is made of lower-case letters, digits and hyphens, with no hyphen at its ends"
  }
  if (label.slice(2, 4) === "--") return "A label has no hyphens at both its third and fourth character"
  const skeleton = labelSkeleton(label)
  if (reservedSkeletons.has(skeleton)) return "The label is reserved, or looks like a reserved one"
  const plain = labelSkeleton(label.replaceAll("-", ""))
  const term = [...productTerms, ...terms].find((name) => {
    const letters = name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")
    return letters !== "" && plain.includes(labelSkeleton(letters))
  })
  return term === undefined ? undefined : "The label contains a protected name, or one that looks like it"
}

/** A subdomain of one or more labels, in lower case; undefined if it is none. */
export const subdomainOf = (text: string): string | undefined => {
  const name = text.toLowerCase()
  return name.length <= limits.whitelabel.subdomain && name.split(".").every((label) => labelForm.test(label))
    ? name
    : undefined
}

/** True if a domain is the platform's zone, or above or below it. */
export const isOfPlatform = (domain: string, zone: string): boolean => isWithin(domain, zone) || isWithin(zone, domain)
