import { Result } from "effect"

interface PostalCodeRule {
  /** Matches upper-case text without a country prefix. */
  readonly pattern: RegExp
  readonly example: string
  /** Optional prefixes before the code, followed by a hyphen: the country code and the code on vehicle plates. */
  readonly prefixes: ReadonlyArray<string>
  /** Separator between the groups that the pattern captures. Without groups the whole match is canonical. */
  readonly joiner?: string
}

/**
 * Rules of the countries whose postal codes are checked. Canadian codes contain no D, F, I, O, Q and U, and do not
 * begin with W or Z. British codes use the letters of BS 7666 in each position. Source: REST specification, "Contact
 * verification entry".
 */
export const postalCodeRules: Readonly<Record<string, PostalCodeRule>> = {
  AT: { pattern: /^\d{4}$/, example: "1010", prefixes: ["AT", "A"] },
  BE: { pattern: /^\d{4}$/, example: "4000", prefixes: ["BE", "B"] },
  CA: {
    pattern: /^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])[ -]?(\d[ABCEGHJ-NPRSTV-Z]\d)$/,
    example: "H3Z 2Y7",
    prefixes: ["CA", "CDN"],
    joiner: " "
  },
  CH: { pattern: /^\d{4}$/, example: "2544", prefixes: ["CH"] },
  CZ: { pattern: /^(\d{3}) ?(\d{2})$/, example: "100 00", prefixes: ["CZ"], joiner: " " },
  DE: { pattern: /^\d{5}$/, example: "26133", prefixes: ["DE", "D"] },
  DK: { pattern: /^\d{4}$/, example: "8660", prefixes: ["DK"] },
  ES: { pattern: /^\d{5}$/, example: "28039", prefixes: ["ES", "E"] },
  FR: { pattern: /^\d{5}$/, example: "33380", prefixes: ["FR", "F"] },
  GB: {
    pattern:
      /^(GIR|[A-PR-UWYZ](?:\d{1,2}|\d[A-HJKPSTUW]|[A-HK-Y]\d{1,2}|[A-HK-Y]\d[ABEHMNPRVWXY])) ?(\d[ABD-HJLNP-UW-Z]{2})$/,
    example: "EC1Y 8SY",
    prefixes: ["GB", "UK"],
    joiner: " "
  },
  IT: { pattern: /^\d{5}$/, example: "00144", prefixes: ["IT", "I"] },
  LU: { pattern: /^\d{4}$/, example: "4750", prefixes: ["LU", "L"] },
  NL: { pattern: /^([1-9]\d{3}) ?([A-Z]{2})$/, example: "1234 AB", prefixes: ["NL"], joiner: " " },
  NO: { pattern: /^\d{4}$/, example: "0025", prefixes: ["NO", "N"] },
  SE: { pattern: /^(\d{3}) ?(\d{2})$/, example: "11455", prefixes: ["SE", "S"], joiner: "" },
  US: { pattern: /^(\d{5})(?:[ -]?(\d{4}))?$/, example: "95014", prefixes: ["US", "USA"], joiner: "-" }
}

const withoutPrefix = (text: string, prefixes: ReadonlyArray<string>): string => {
  const prefix = prefixes.find((candidate) => text.startsWith(`${candidate}-`))
  return prefix === undefined ? text : text.slice(prefix.length + 1)
}

/**
 * Canonical form of a postal code, or a description of its problem. A prefix of the country is removed. Codes of
 * countries without a rule are unchanged, and must be ASCII.
 */
export const canonicalPostalCode = (country: string, text: string): Result.Result<string, string> => {
  const trimmed = text.trim()
  if (!/^[\x20-\x7e]+$/.test(trimmed)) {
    return Result.fail(`"${text}" is not a postal code of ${country}: only printable ASCII characters are taken`)
  }
  const rule = postalCodeRules[country]
  if (rule === undefined) return Result.succeed(trimmed)
  const match = rule.pattern.exec(withoutPrefix(trimmed.toUpperCase(), rule.prefixes))
  if (match === null) {
    return Result.fail(`"${text}" is not a postal code of ${country}; an example is ${rule.example}`)
  }
  const [whole, ...parts] = match
  return Result.succeed(
    rule.joiner === undefined ? whole : parts.filter((part) => part !== undefined).join(rule.joiner)
  )
}
