import type { TldSpec } from "../TldSpec.ts"

/** Registries that write the postal codes of a country in a form of their own. */
const forms: Readonly<Record<string, Readonly<Record<string, (code: string) => string>>>> = {
  sidn: { NL: (code) => code.replace(/\s/g, "") }
}

/** A postal code as the registry of a specification takes it, from the form in which contacts keep it. */
export const registryPostalCode = ({ backend }: Pick<TldSpec, "backend">, country: string, code: string): string =>
  forms[backend]?.[country]?.(code) ?? code
