import type { TldSpec } from "../TldSpec.ts"

/** Registry-specific forms of the postal codes of a country. */
const forms: Readonly<Record<string, Readonly<Record<string, (code: string) => string>>>> = {
  sidn: { NL: (code) => code.replace(/\s/g, "") }
}

/** Postal code in the form of the registry, from the canonical form of contacts. */
export const registryPostalCode = ({ backend }: Pick<TldSpec, "backend">, country: string, code: string): string =>
  forms[backend]?.[country]?.(code) ?? code
