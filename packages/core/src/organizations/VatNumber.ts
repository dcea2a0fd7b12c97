/** Format of VAT numbers by member state of the EU, without the prefix. Source: European Commission, VIES. */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{10}\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/
}

/** True for the code of a member state of the EU. */
export const isMemberState = (country_code: string): boolean => forms[country_code] !== undefined

/** The prefix of Greek numbers differs from the country code. */
const prefixOf = (country: string): string => country === "GR" ? "EL" : country

/** VAT number of the EU: the member state's country code, and the number after the prefix. */
export interface VatNumber {
  readonly country_code: string
  readonly number: string
}

/**
 * VAT number of an organization. A tax id is a VAT number if its type says so, or if it has no type and begins with the
 * prefix of its member state.
 */
export const vatNumberOf = (
  { country_code, tax_id, tax_id_type }: {
    readonly country_code: string | null
    readonly tax_id: string | null
    readonly tax_id_type: string | null
  }
): VatNumber | undefined => {
  if (country_code === null || tax_id === null || forms[country_code] === undefined) return undefined
  const text = tax_id.toUpperCase().replaceAll(/[\s.-]/g, "")
  const prefix = prefixOf(country_code)
  const number = text.startsWith(prefix) ? text.slice(prefix.length) : text
  const counts = tax_id_type === null ? number !== text : /^(eu_)?vat$/i.test(tax_id_type)
  return counts ? { country_code, number } : undefined
}

/** The number with its prefix, such as `EL123456789`. */
export const writtenVatNumber = ({ country_code, number }: VatNumber): string => `${prefixOf(country_code)}${number}`

/** True if the number has the format of its member state. */
export const isWellFormed = ({ country_code, number }: VatNumber): boolean => forms[country_code]?.test(number) === true
