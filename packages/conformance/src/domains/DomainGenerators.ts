import type { Domain, DomainFilter } from "@namewright/core/domains"
import type { DomainStatus } from "@namewright/core/registry"
import { type Instant, SortOrder } from "@namewright/core/shared"
import { StatusTagType, TagFilterMode, type TagId } from "@namewright/core/tags"
import { Schema } from "effect"
import { GeneratedScope, objectScopeOf } from "../ScopeGenerators.ts"
import { day, nameservers } from "./DomainSamples.ts"

const some = <const L extends ReadonlyArray<string | number | boolean>>(...values: L) =>
  Schema.Literals(values as never) as unknown as Schema.Codec<L[number]>

const maybe = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(schema)

const statusSets: ReadonlyArray<ReadonlyArray<DomainStatus>> = [
  ["ok"],
  ["ok", "addPeriod"],
  ["clientTransferProhibited"],
  ["inactive", "clientTransferProhibited", "clientHold"],
  ["pendingTransfer"],
  ["redemptionPeriod", "pendingDelete"]
]
const nameserverSets = [
  [],
  ["ns1.host.example", "ns2.host.example"],
  ["ns2.host.example", "ns1.host.example"],
  ["ns1.other.example", "ns.x-host.example"],
  ["a.ns.example"],
  ["ns3.host.example"]
]
const labels = ["shop", "a-shop", "mail", "bank", "z", "0n", "xn--shop-mva", "mailshop"]
const tlds = ["com", "net", "co.uk", "de"]
const registrars = ["NATIVE", "ENOM", "OPENSRS"] as const
const credentials = [null, "registrar_credential_1", "registrar_credential_2"]
/** Days from the first day of samples; half of the dates are from nine values, so that ties are common. */
const someDay = Schema.Union([
  Schema.Int.check(Schema.isBetween({ minimum: -4000, maximum: 4000 })),
  some(-1, 0, 1, 29, 30, 31, 60, 89, 90)
])

/** State of a generated domain, with few choices so that filters match. */
const State = Schema.Struct({
  statuses: some(0, 1, 2, 3, 4, 5),
  nameservers: some(0, 1, 2, 3, 4, 5),
  renewal_mode: some("renew", "expire"),
  is_premium: Schema.Boolean,
  read_only: Schema.Boolean,
  registrar: some(0, 1, 2),
  credential: some(0, 1, 2),
  created: someDay,
  updated: someDay,
  expires: Schema.NullOr(someDay),
  registered: Schema.NullOr(someDay),
  transferred: Schema.NullOr(someDay),
  tags: Schema.Array(some(0, 1, 2)).check(Schema.isMaxLength(3)),
  status_tags: Schema.Array(some(0, 3, 7)).check(Schema.isMaxLength(2))
})
type State = typeof State.Type

/** Generated domain: stored in its first state, then changed to the second, removed or unchanged. */
export const GeneratedDomain = Schema.Struct({
  label: some(0, 1, 2, 3, 4, 5, 6, 7),
  tld: some(0, 1, 2, 3),
  first: State,
  second: Schema.Union([State, some("unchanged", "gone")])
})
export type GeneratedDomain = typeof GeneratedDomain.Type

const DateName = some("created", "updated", "expires", "registered", "transferred")

const few = <S extends Schema.Constraint>(item: S, most: number) =>
  Schema.Array(item).check(Schema.isMinLength(1), Schema.isMaxLength(most))

/** One part of a filter, with the same choices. */
const FilterPart = Schema.Union([
  Schema.Struct({ name: some(0, 1, 2, 3) }),
  Schema.Struct({ search: some("shop", "SHOP", "il", "x", ".co", "-", "a.b_", "") }),
  Schema.Struct({ sld: some(0, 1, 2) }),
  Schema.Struct({ tld: few(some("com", ".net", "co.uk", "DE", "absent"), 3) }),
  Schema.Struct({
    nameserver: some("NS1", "ns1.host.example.", "ns3.", "host", "ns1.", "n", "%", "absent", "example ns")
  }),
  Schema.Struct({
    registry_statuses: few(some("ok", "clientTransferProhibited", "pendingDelete", "serverHold"), 2)
  }),
  Schema.Struct({ renewal_mode: some("renew", "expire") }),
  Schema.Struct({ transfer_lock: Schema.Boolean }),
  Schema.Struct({ read_only: Schema.Boolean }),
  Schema.Struct({ is_premium: Schema.Boolean }),
  Schema.Struct({ registrar: few(some(...registrars, "MONIKER"), 2) }),
  Schema.Struct({
    registrar_credential_id: few(
      some("registrar_credential_1", "registrar_credential_2", "registrar_credential_9"),
      2
    )
  }),
  Schema.Struct({ tags: few(some(0, 1, 2, 3), 3), tag_mode: maybe(TagFilterMode) }),
  Schema.Struct({ status_tags: few(some(0, 3, 7), 2), status_tag_mode: maybe(TagFilterMode) }),
  Schema.Struct({ date: DateName, after: maybe(someDay), before: maybe(someDay) }),
  Schema.Struct({
    expires_within: Schema.Struct({
      30: maybe(Schema.Boolean),
      60: maybe(Schema.Boolean),
      90: maybe(Schema.Boolean)
    })
  })
])
type FilterPart = typeof FilterPart.Type

/** Query with up to three parts of a filter; of two parts of one kind the later one applies. */
export const GeneratedQuery = Schema.Struct({
  filter: Schema.Array(FilterPart).check(Schema.isMaxLength(3)),
  within: Schema.Array(GeneratedScope).check(Schema.isMaxLength(2)),
  by: some("name", "created_on", "updated_on", "expires_on", "registered_on", "transferred_on"),
  order: SortOrder,
  page: some(1, 2, 3, 7),
  page_size: some(1, 2, 5, 20)
})
export type GeneratedQuery = typeof GeneratedQuery.Type

const dayOrNull = (days: number | null): Instant.Instant | null => days === null ? null : day(days)

/** Members of a domain in a state. */
export const membersOf = (state: State): Partial<Domain> => ({
  registry_statuses: statusSets[state.statuses] ?? [],
  nameservers: nameservers(...nameserverSets[state.nameservers] ?? []),
  renewal_mode: state.renewal_mode,
  is_premium: state.is_premium,
  read_only: state.read_only,
  registrar: registrars[state.registrar] ?? "NATIVE",
  registrar_credential_id: credentials[state.credential] ?? null,
  created_on: day(state.created),
  updated_on: day(state.updated),
  expires_on: dayOrNull(state.expires),
  registered_on: dayOrNull(state.registered),
  transferred_on: dayOrNull(state.transferred)
})

export const statusTagsOf = (state: State): ReadonlyArray<StatusTagType> =>
  [...new Set(state.status_tags)].flatMap((index) => StatusTagType.literals[index] ?? [])

export const tagsOf = (state: State, tags: ReadonlyArray<TagId>): ReadonlyArray<TagId> =>
  [...new Set(state.tags)].flatMap((index) => tags[index] ?? [])

/** Name of a generated domain; `unique` makes it unique in the database. */
export const nameOf = ({ label, tld }: GeneratedDomain, unique: string): string =>
  `${labels[label]}${unique}.${tlds[tld]}`

/** Filter of generated parts, whose indices refer to these domains and tags. */
export const filterOf = (
  { filter: parts, within }: Pick<GeneratedQuery, "filter" | "within">,
  domains: ReadonlyArray<Domain>,
  tags: ReadonlyArray<TagId>
): DomainFilter => {
  const objects = domains.map(({ domain_id, name }) => ({ id: domain_id, name }))
  const filter: DomainFilter = { within: within.map((scope) => objectScopeOf(scope, objects, tags)) }
  for (const part of parts) Object.assign(filter, filterPartOf(part, filter, domains, tags))
  return filter
}

const filterPartOf = (
  part: FilterPart,
  { dates }: DomainFilter,
  domains: ReadonlyArray<Domain>,
  tags: ReadonlyArray<TagId>
): DomainFilter => {
  if ("name" in part) return { name: domains[part.name]?.name.toUpperCase() ?? "absent.example" }
  if ("sld" in part) return { sld: domains[part.sld]?.sld ?? "absent" }
  if ("tags" in part) return { tag_ids: part.tags.flatMap((index) => tags[index] ?? []), tag_mode: part.tag_mode }
  if ("status_tags" in part) {
    return {
      status_tags: part.status_tags.flatMap((index) => StatusTagType.literals[index] ?? []),
      status_tag_mode: part.status_tag_mode
    }
  }
  if ("date" in part) {
    const { after, before, date } = part
    return {
      dates: {
        ...dates,
        [date]: {
          ...(after === undefined ? {} : { after: day(after) }),
          ...(before === undefined ? {} : { before: day(before) })
        }
      }
    }
  }
  return part
}
