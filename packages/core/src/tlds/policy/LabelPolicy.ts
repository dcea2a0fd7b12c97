import type { PolicyIssue } from "../../shared/index.ts"
import type { TldSpec } from "../TldSpec.ts"

/** Problems of a label: its length in ASCII form, or an international label at a registry without IDNs. */
export const labelIssues = ({ characters: { max, min }, idn }: TldSpec, sld: string): ReadonlyArray<PolicyIssue> => [
  ...(sld.length < min || sld.length > max
    ? [{ pointer: "name", detail: `A name here has ${min} to ${max} characters, not ${sld.length}` }]
    : []),
  ...(sld.startsWith("xn--") && !idn.idn_capable
    ? [{ pointer: "name", detail: "The registry takes no international names" }]
    : [])
]

/** Problem of the language tag of an international label, where the specification lists the registry's tags. */
export const languageIssues = (
  { idn: { idn_tables } }: TldSpec,
  sld: string,
  language: string | null
): ReadonlyArray<PolicyIssue> => {
  if (idn_tables === null || !sld.startsWith("xn--") || tagIn(idn_tables, language) !== undefined) return []
  const detail = `An international name here needs a language tag of ${idn_tables.join(", ")}`
  return [{ pointer: "idn_language", detail: language === null ? detail : `${detail}, not ${language}` }]
}

/** The language tag for the registry, as its tables spell it; null for names that are not international. */
export const idnLanguage = ({ idn: { idn_tables } }: TldSpec, sld: string, language: string | null): string | null =>
  sld.startsWith("xn--") ? tagIn(idn_tables ?? [], language) ?? language : null

/** Tags are compared without case (RFC 5646, section 2.1.1). */
const tagIn = (tags: ReadonlyArray<string>, language: string | null): string | undefined =>
  tags.find((tag) => tag.toLowerCase() === language?.toLowerCase())
