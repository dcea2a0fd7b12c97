import type { DomainDate, DomainFilter } from "@namewright/core/domains"
import { normalise } from "@namewright/core/shared"
import type { Instant, ObjectScope } from "@namewright/core/shared"
import type { TagFilterMode } from "@namewright/core/tags"
import { isPremium, isReadOnly, registrarMask, renews, statusMask, statusTagMask } from "../DomainCodes.ts"
import { type DateField, secondsOf, undated } from "../DomainKeys.ts"

/** Test of the bits of a number: any of the mask set, all, or none. */
export interface BitTest {
  readonly column: "state" | "flags"
  readonly mask: number
  readonly test: "any" | "all" | "none"
}

/** Range in seconds since 1970: `from` inclusive, `to` exclusive. */
export interface DateRange {
  readonly from: number
  readonly to: number
}

/** Ranges of a date in ascending order. A domain meets the test if its date is in one of them. */
export interface DateTest {
  readonly field: DateField
  readonly ranges: ReadonlyArray<DateRange>
}

/** Filter in the stored values of lists. */
export interface DomainSelection {
  readonly tlds: ReadonlyArray<string> | undefined
  readonly credentials: ReadonlyArray<string> | undefined
  readonly bits: ReadonlyArray<BitTest>
  readonly nameserver: string | undefined
  readonly tags: { readonly ids: ReadonlyArray<string>; readonly mode: TagFilterMode } | undefined
  readonly name: string | undefined
  readonly sld: string | undefined
  /** Substring of the name. */
  readonly search: string | undefined
  readonly dates: ReadonlyArray<DateTest>
  readonly within: ReadonlyArray<ObjectScope>
}

/** Characters of names. A search text with other characters matches no name. */
const partOfName = /^[a-z0-9.-]*$/

/** Selection of a filter; undefined if no domain can meet it. */
export const selectionOf = (filter: DomainFilter, now: Instant.Instant): DomainSelection | undefined => {
  const search = absentWhenEmpty(filter.search?.toLowerCase())
  const nameserver = absentWhenEmpty(hostnamePart(filter.nameserver))
  if (!partOfName.test(search ?? "") || !partOfName.test(nameserver ?? "")) return undefined
  const dates = dateTests(filter, now)
  if (dates.some(({ ranges }) => ranges.length === 0)) return undefined
  return {
    tlds: absentWhenNone(filter.tld?.map((tld) => normalise(tld).replace(/^\./, ""))),
    credentials: absentWhenNone(filter.registrar_credential_id),
    bits: bitTests(filter),
    nameserver,
    tags: tagTest(filter),
    name: filter.name === undefined ? undefined : normalise(filter.name),
    sld: filter.sld?.toLowerCase(),
    search,
    dates,
    within: filter.within ?? []
  }
}

const absentWhenEmpty = (text: string | undefined) => text === "" ? undefined : text
const absentWhenNone = <A>(values: ReadonlyArray<A> | undefined) =>
  values === undefined || values.length === 0 ? undefined : [...new Set(values)]

/**
 * Substring of a hostname to search for. The final dot of a whole hostname is removed, because hostnames are stored
 * without it; a single label with a dot is a fragment and keeps it. Source: REST specification, "Domains".
 */
const hostnamePart = (text: string | undefined): string | undefined => {
  const part = text?.toLowerCase()
  const rest = part?.replace(/\.$/, "")
  return rest?.includes(".") === true ? rest : part
}

const tagTest = ({ tag_ids, tag_mode = "match_any" }: DomainFilter) => {
  const ids = absentWhenNone(tag_ids)
  return ids === undefined ? undefined : { ids, mode: tag_mode }
}

const matchTests = { match_any: "any", match_all: "all", match_none: "none" } as const

const bitTests = (filter: DomainFilter): ReadonlyArray<BitTest> => {
  const { registrar, registry_statuses, status_tag_mode = "match_any", status_tags } = filter
  const flag = (column: BitTest["column"], mask: number, value: boolean | undefined): ReadonlyArray<BitTest> =>
    value === undefined ? [] : [{ column, mask, test: value ? "any" : "none" }]
  return [
    ...(registry_statuses === undefined || registry_statuses.length === 0
      ? []
      : [{ column: "state", mask: statusMask(registry_statuses), test: "any" } as const]),
    ...flag("state", statusMask(["clientTransferProhibited"]), filter.transfer_lock),
    ...flag("state", renews, filter.renewal_mode === undefined ? undefined : filter.renewal_mode === "renew"),
    ...flag("flags", isReadOnly, filter.read_only),
    ...flag("flags", isPremium, filter.is_premium),
    ...(registrar === undefined || registrar.length === 0
      ? []
      : [{ column: "flags", mask: registrarMask(registrar), test: "any" } as const]),
    ...(status_tags === undefined || status_tags.length === 0
      ? []
      : [{ column: "flags", mask: statusTagMask(status_tags), test: matchTests[status_tag_mode] } as const])
  ]
}

const fields: ReadonlyArray<readonly [DomainDate, DateField]> = [
  ["created", "created_on"],
  ["updated", "updated_on"],
  ["expires", "expires_on"],
  ["registered", "registered_on"],
  ["transferred", "transferred_on"]
]

const daySeconds = 86_400

/** Seconds later than every date. */
const never = 2 ** 40
/** Range of all values, including the one for an absent date. */
const everything: DateRange = { from: undated, to: never }

const dateTests = (filter: DomainFilter, now: Instant.Instant): ReadonlyArray<DateTest> =>
  fields.flatMap(([date, field]) => {
    const { after, before } = filter.dates?.[date] ?? {}
    const windows = date === "expires" ? expiryWindows(filter, secondsOf(now)) : { inside: [], outside: undefined }
    const bounds: ReadonlyArray<DateRange> = [
      ...(after === undefined ? [] : [{ from: secondsOf(after) + 1, to: never }]),
      ...(before === undefined ? [] : [{ from: undated + 1, to: secondsOf(before) }]),
      ...windows.inside
    ]
    if (bounds.length === 0 && windows.outside === undefined) return []
    const within = bounds.reduce(intersection, everything)
    return [{ field, ranges: without(within, windows.outside).filter(({ from, to }) => from < to) }]
  })

/** Ranges of `expires_within`: `true` requires an expiry in the range, `false` one outside it or none. */
const expiryWindows = ({ expires_within }: DomainFilter, now: number) => {
  const windows = ([30, 60, 90] as const).flatMap((days) => {
    const wanted = expires_within?.[days]
    return wanted === undefined ? [] : [{ wanted, from: now, to: now + days * daySeconds }]
  })
  const widest = windows.filter(({ wanted }) => !wanted).reduce((most, { to }) => Math.max(most, to), now)
  return {
    inside: windows.filter(({ wanted }) => wanted).map(({ from, to }) => ({ from, to })),
    outside: widest === now ? undefined : { from: now, to: widest }
  }
}

const intersection = (a: DateRange, b: DateRange): DateRange => ({
  from: Math.max(a.from, b.from),
  to: Math.min(a.to, b.to)
})

const without = (range: DateRange, hole: DateRange | undefined): ReadonlyArray<DateRange> =>
  hole === undefined ? [range] : [
    { from: range.from, to: Math.min(range.to, hole.from) },
    { from: Math.max(range.from, hole.to), to: range.to }
  ]
