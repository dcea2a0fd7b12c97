import type { OrganizationId } from "@namewright/core/shared"
import { type CallText, lengthOf, questionBudget } from "../../approvals/question/CallText.ts"
import { counted, countedText, someOf } from "../../approvals/question/countedText.ts"
import { isShort, valueLines } from "../../approvals/question/valueLines.ts"
import { withoutSecrets } from "../../approvals/question/withoutSecrets.ts"
import { plainText } from "../../shared/plainText.ts"
import type { Json } from "../Tool.ts"
import type { BulkRequest } from "./bulkRequest.ts"
import type { SelectedDomain } from "./resolveSelector.ts"

/** Whom a change is for that is not for the caller's own organization. */
export interface Suborganization {
  readonly organization_id: OrganizationId
  /** Undefined where the caller may not read it. */
  readonly name: string | undefined
}

/** Details of a bulk change for its approver, besides the request. */
export interface BulkDetails {
  readonly request: BulkRequest
  readonly domains: ReadonlyArray<SelectedDomain>
  readonly label: string | undefined
  /** The suborganization whose domains these are; undefined where they are the caller's own. */
  readonly suborganization: Suborganization | undefined
}

/**
 * A bulk change in words: the command, the count, the filters, whose domains, what they get, and as many of them as
 * there is room for. A long template is counted. Source: MCP specification, "Endpoints".
 */
export const bulkDetails = (
  { domains, label, request: { filters, members: given, template }, suborganization }: BulkDetails
): CallText => {
  const members = Object.entries(withoutSecrets(given) as Json)
  const every = members.flatMap(([name, value]) => valueLines(`Sets ${name}`, value))
  const isLong = lengthOf(every) > questionBudget
  const counting = isLong ? members.map(([name, value]) => `Sets ${name}: ${countedText(value)}`) : every
  const names = someOf(domains.map(({ name }) => name))
  const head = [
    [
      `${template.templateType} for ${counted(domains.length, "domain")}`,
      ...(suborganization?.name === undefined ? [] : [` of ${plainText(suborganization.name)}`])
    ].join(""),
    ...(suborganization === undefined || template.inSuborganization === undefined ? [] : [template.inSuborganization])
  ]
  const foot = label === undefined ? [] : [`Label: ${plainText(label)}`]
  const listed = domains.map(({ domain_id, name }, at) => `Domain ${at + 1}: ${name} (${domain_id})`)
  const isCounted = isLong || / and \d+ more$/.test(names)
  return {
    lines: [...head, filtersInWords(filters), ...counting, `Domains: ${names}`, ...foot],
    contents: isCounted ? [...head, ...valueLines("Filters", filters), ...every, ...listed, ...foot] : [],
    needsPage: isLong
  }
}

/** The organization of the domains is in another line. */
const filtersInWords = (filters: Json): string => {
  const named = Object.entries(filters).filter(([name]) => name !== "organization_id")
  return named.length === 0
    ? "Filters: none, the entire portfolio"
    : isShort(Object.fromEntries(named))
    ? `Filters: ${plainText(Object.fromEntries(named))}`
    : `Filters: ${named.map(([name, value]) => `${name} ${countedText(value)}`).join("; ")}`
}
