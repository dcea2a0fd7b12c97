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
