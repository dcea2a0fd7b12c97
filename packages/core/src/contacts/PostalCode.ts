import { Result } from "effect"

interface PostalCodeRule {
  /** Matches upper-case text without a country prefix. */
  readonly pattern: RegExp
  readonly example: string
  /** What may stand before the code with a hyphen: the country's code, and its sign on cars. */
  readonly prefixes: ReadonlyArray<string>
  /** What stands between the parts that the pattern captures; without parts the whole is the canonical form. */
  readonly joiner?: string
}

/**
 * The countries whose postal codes are checked. In Canada, D F I O Q U occur nowhere and W Z not at the beginning; in
 * Great Britain the letters of each place are those of BS 7666. Source: REST specification, "Contact verification entry".
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
 * The form in which a postal code of a country is kept, or what is wrong with it in words. A prefix that denotes the
 * country itself is dropped; codes of countries without a rule stay as they are, as long as they are ASCII.
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
