import type { OrganizationId } from "@namewright/core/shared"
import { plainText } from "../plainText.ts"
import type { Json } from "../Tool.ts"
import type { BulkRequest } from "./bulkRequest.ts"
import type { SelectedDomain } from "./resolveSelector.ts"

/** Whom a change is for that is not for the caller's own organization. */
export interface Suborganization {
  readonly organization_id: OrganizationId
  /** Undefined where the caller may not read it. */
  readonly name: string | undefined
}

/** What whoever approves a bulk change is told, besides the request itself. */
export interface BulkDetails {
  readonly request: BulkRequest
  readonly domains: ReadonlyArray<SelectedDomain>
  readonly label: string | undefined
  /** The suborganization whose domains these are; undefined where they are the caller's own. */
  readonly suborganization: Suborganization | undefined
}

/** Characters of each part, so that no part can be made so long that another one is cut off. */
const shown = { template: 3500, names: 1200, filters: 1800, label: 300 }

/**
 * A bulk change in words: the command, the count, the filters, whose domains, what they get, and some of them.
 * Source: MCP specification, "Endpoints".
 */
export const bulkDetails = (
  { domains, label, request: { filters, members, sampleSize, template }, suborganization }: BulkDetails
): ReadonlyArray<string> => {
  const each = Math.floor(shown.template / Math.max(1, Object.keys(members).length))
  return [
    [
      `${template.templateType} for ${domains.length === 1 ? "1 domain" : `${domains.length} domains`}`,
      ...(suborganization?.name === undefined ? [] : [` of ${plainText(suborganization.name)}`])
    ].join(""),
    ...(suborganization === undefined || template.inSuborganization === undefined ? [] : [template.inSuborganization]),
    filtersInWords(filters),
    ...Object.entries(members).map(([name, value]) => `Sets ${name}: ${inWords(value, each)}`),
    `Domains: ${someNames(domains, sampleSize)}`,
    ...(label === undefined ? [] : [`Label: ${inWords(label, shown.label)}`])
  ]
}

/** Whose domains they are is told beside the filters. */
const filtersInWords = (filters: Json): string => {
  const told = Object.entries(filters).filter(([name]) => name !== "organization_id")
  return told.length === 0
    ? "Filters: none, the entire portfolio"
    : `Filters: ${inWords(Object.fromEntries(told), shown.filters)}`
}

const inWords = (value: unknown, most: number): string => {
  const { length } = JSON.stringify(value)
  const text = plainText(value, most)
  return length > most ? `${text} (${length} characters in all)` : text
}

const someNames = (domains: ReadonlyArray<SelectedDomain>, most: number): string => {
  let named = ""
  let count = 0
  for (const { name } of domains.slice(0, most)) {
    if (named.length + name.length > shown.names) break
    named = count === 0 ? name : `${named}, ${name}`
    count++
  }
  return domains.length > count ? `${named} and ${domains.length - count} more` : named
}
