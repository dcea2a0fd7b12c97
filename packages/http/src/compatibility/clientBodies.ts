import { DomainSummary } from "@namewright/core/domains"
import { Predicate, Schema } from "effect"

type Json = Readonly<Record<string, unknown>>
type ClientBody = (body: Json) => Json

/** Replaces the relative name of every RRset by its absolute name. */
const absoluteNames: ClientBody = (body) => {
  const { fqdn, name } = body
  if (Predicate.isString(name) && Predicate.isString(fqdn)) return { ...body, name: fqdn }
  return Object.fromEntries(Object.entries(body).map(([key, member]) => [key, inner(member)]))
}

const inner = (member: unknown): unknown =>
  Array.isArray(member) ? member.map(inner) : Predicate.isObject(member) ? absoluteNames(member) : member

/** Existing clients do not support `empty` reports. They get `completed` with 0 records and no file. */
const completed: ClientBody = (report) => report["status"] === "empty" ? { ...report, status: "completed" } : report

/** Bodies of successful responses for clients generated from an older description, by operation id. */
export const clientBodies: Readonly<Record<string, ClientBody | undefined>> = {
  getDomainSummary: (body) => {
    const { by_status, by_tld, expiring_soon, total_count } = Schema.decodeUnknownSync(DomainSummary)(body).domains
    return {
      ...body,
      total_domains: total_count,
      domains_by_tld: by_tld,
      domains_by_status: by_status,
      expiring_within_30_days: expiring_soon.next_30_days,
      expiring_within_90_days: expiring_soon.next_90_days
    }
  },
  getOrganization: (body) => {
    const { account_balance } = body
    return typeof account_balance === "number" ? { ...body, account_balance: account_balance.toFixed(2) } : body
  },
  listZones: absoluteNames,
  createZone: absoluteNames,
  getZone: absoluteNames,
  claimZone: absoluteNames,
  listReports: (body) => {
    const { items } = body
    return Array.isArray(items)
      ? { ...body, items: items.map((item: unknown) => Predicate.isObject(item) ? completed(item) : item) }
      : body
  },
  getReport: completed
}
