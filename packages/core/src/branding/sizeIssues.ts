import { type InputIssue, inputIssue, limits } from "../shared/index.ts"
import type { BrandingDocument } from "./BrandingDocument.ts"

/** A problem if a document is larger than its limit, in characters of JSON. */
export const sizeIssues = (document: BrandingDocument): ReadonlyArray<InputIssue> => {
  const { document: maximum } = limits.branding
  const { length } = JSON.stringify(document)
  return length <= maximum
    ? []
    : [inputIssue(["body"], "too_long", `A branding document has at most ${maximum} characters, not ${length}`, null)]
}
