import type { PolicyIssue } from "../../shared/index.ts"
import type { TldSpec } from "../TldSpec.ts"

/** A label that is too short or too long in its ASCII form, or international where the registry takes none. */
export const labelIssues = ({ characters: { max, min }, idn }: TldSpec, sld: string): ReadonlyArray<PolicyIssue> => [
  ...(sld.length < min || sld.length > max
    ? [{ pointer: "name", detail: `A name here has ${min} to ${max} characters, not ${sld.length}` }]
    : []),
  ...(sld.startsWith("xn--") && !idn.idn_capable
    ? [{ pointer: "name", detail: "The registry takes no international names" }]
    : [])
]
