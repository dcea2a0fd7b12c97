import type { OrganizationId } from "@namewright/core/shared"
import { type CallText, lengthOf, questionBudget } from "../../approvals/question/CallText.ts"
import { counted, countedText, someOf } from "../../approvals/question/countedText.ts"
import { isShort, valueLines } from "../../approvals/question/valueLines.ts"
import { withoutSecrets } from "../../approvals/question/withoutSecrets.ts"
import { plainText } from "../../shared/plainText.ts"
import type { Json } from "../Tool.ts"
import type { BulkRequest } from "./bulkRequest.ts"
import type { SelectedDomain } from "./resolveSelector.ts"

/** Suborganization of a change that is not for the caller's own organization. */
export interface Suborganization {
  readonly organization_id: OrganizationId
  /** Undefined if the caller may not read it. */
  readonly name: string | undefined
}

/** Details of a bulk change for its approver, besides the request. */
export interface BulkDetails {
  readonly request: BulkRequest
  readonly domains: ReadonlyArray<SelectedDomain>
  readonly label: string | undefined
  /** Suborganization of the domains; undefined if they belong to the caller's own organization. */
  readonly suborganization: Suborganization | undefined
}

/**
 * Text of a bulk change: command, count, filters, suborganization, template, and as many domains as fit. A long
 * template is counted. Source: MCP specification, "Endpoints".
 */
export const bulkDetails = (
  { domains, label, request: { filters, members: template_members, template }, suborganization }: BulkDetails
): CallText => {
  const members = Object.entries(withoutSecrets(template_members) as Json)
  const allMembers = members.flatMap(([name, value]) => valueLines(`Sets ${name}`, value))
  const isLong = lengthOf(allMembers) > questionBudget
  const shownMembers = isLong ? members.map(([name, value]) => `Sets ${name}: ${countedText(value)}`) : allMembers
  const names = someOf(domains.map(({ name }) => name))
  const head = [
    [
      `${template.templateType} for ${counted(domains.length, "domain")}`,
      ...(suborganization?.name === undefined ? [] : [` of ${plainText(suborganization.name)}`])
    ].join(""),
    ...(suborganization === undefined || template.inSuborganization === undefined ? [] : [template.inSuborganization])
  ]
  const foot = [
    ...(label === undefined ? [] : [`Label: ${plainText(label)}`]),
    ...(suborganization === undefined ? [] : [`For the suborganization ${plainText(suborganization.organization_id)}`])
  ]
  const listed = domains.map(({ domain_id, name }, index) => `Domain ${index + 1}: ${name} (${domain_id})`)
  const isCounted = isLong || / and \d+ more$/.test(names)
  return {
    lines: [...head, filtersText(filters), ...shownMembers, `Domains: ${names}`, ...foot],
    contents: isCounted ? [...head, ...valueLines("Filters", filters), ...allMembers, ...listed, ...foot] : [],
    needsPage: isLong
  }
}

/** Text of the filters, without the organization, which has its own line. */
const filtersText = (filters: Json): string => {
  const named = Object.entries(filters).filter(([name]) => name !== "organization_id")
  return named.length === 0
    ? "Filters: none, the entire portfolio"
    : isShort(Object.fromEntries(named))
    ? `Filters: ${plainText(Object.fromEntries(named))}`
    : `Filters: ${named.map(([name, value]) => `${name} ${countedText(value)}`).join("; ")}`
}
