import type { OrganizationId } from "../../shared/index.ts"
import { absoluteName } from "../absoluteName.ts"
import type { DnsName } from "../DnsName.ts"

/** Characters of a generated label. */
export const generatedLabelLength = 26

/** The label that is generated for an organization: the 26 characters of its id behind the prefix. */
const labelOf = (organization: OrganizationId): string => organization.slice(organization.lastIndexOf("_") + 1)

/**
 * Nameserver names that only one organization has: a label of its own below each of the names that all organizations
 * share. A wildcard below each common name resolves them. They follow from the id alone, because domains remain
 * delegated to them for years.
 */
export const generatedNameservers = (
  organization: OrganizationId,
  common: ReadonlyArray<string>
): ReadonlyArray<DnsName> => common.map((name) => absoluteName(`${labelOf(organization)}.${name}`))
