import type { DomainDate, DomainFilter } from "@namewright/core/domains"
import { normalise } from "@namewright/core/shared"
import type { Instant } from "@namewright/core/shared"
import type { TagFilterMode } from "@namewright/core/tags"
import { isPremium, isReadOnly, registrarMask, renews, statusMask, statusTagMask } from "./DomainCodes.ts"
import type { DateField } from "./DomainStripes.ts"

/** A test of the bits of a number: any of them set, all of them, or none. */
export interface BitTest {
  readonly column: "state" | "traits"
  readonly mask: number
  readonly test: "any" | "all" | "none"
}

/** Seconds since 1970, the first included and the second not; an absent end is open. */
export interface Seconds {
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** A stretch of time with both ends. */
export type Stretch = Required<{ readonly [K in keyof Seconds]: number }>

/** What a date must be: within one stretch, and not in the other. A domain without the date is in no stretch. */
export interface DateTest {
  readonly field: DateField
  readonly within: Seconds | undefined
  readonly outside: Stretch | undefined
}

/** A filter in the terms of the index. */
export interface DomainSelection {
  readonly tlds: ReadonlyArray<string> | undefined
  readonly credentials: ReadonlyArray<string> | undefined
  readonly bits: ReadonlyArray<BitTest>
  readonly nameserver: string | undefined
  readonly tags: { readonly ids: ReadonlyArray<string>; readonly mode: TagFilterMode } | undefined
  readonly name: string | undefined
  readonly sld: string | undefined
  /** Part of the name. */
  readonly search: string | undefined
  readonly dates: ReadonlyArray<DateTest>
}

/** Names hold nothing but these, so a text with another character is part of none. */
const partOfName = /^[a-z0-9.-]*$/

/** The filter in the terms of the index; undefined when no domain can meet it. */
export const selectionOf = (filter: DomainFilter, now: Instant.Instant): DomainSelection | undefined => {
  const search = absentWhenEmpty(filter.search?.toLowerCase())
  const nameserver = absentWhenEmpty(hostnamePart(filter.nameserver))
  if (!partOfName.test(search ?? "") || !partOfName.test(nameserver ?? "")) return undefined
  const dates = dateTests(filter, now)
  if (dates.some(({ within }) => within !== undefined && isEmpty(within))) return undefined
  return {
    tlds: absentWhenNone(filter.tld?.map((tld) => normalise(tld).replace(/^\./, ""))),
    credentials: absentWhenNone(filter.registrar_credential_id),
    bits: bitTests(filter),
    nameserver,
    tags: tagTest(filter),
    name: filter.name === undefined ? undefined : normalise(filter.name),
    sld: filter.sld?.toLowerCase(),
    search,
    dates
  }
}

const absentWhenEmpty = (text: string | undefined) => text === "" ? undefined : text
const absentWhenNone = <A>(values: ReadonlyArray<A> | undefined) =>
  values === undefined || values.length === 0 ? undefined : [...new Set(values)]
const isEmpty = ({ from, to }: Seconds): boolean => from !== undefined && to !== undefined && from >= to

/**
 * The final dot of a whole hostname is dropped, because hostnames are kept without it; a single label with a dot is a
 * fragment and keeps it. Source: REST specification, "Domains".
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
    ...flag("traits", isReadOnly, filter.read_only),
    ...flag("traits", isPremium, filter.is_premium),
    ...(registrar === undefined || registrar.length === 0
      ? []
      : [{ column: "traits", mask: registrarMask(registrar), test: "any" } as const]),
    ...(status_tags === undefined || status_tags.length === 0
      ? []
      : [{ column: "traits", mask: statusTagMask(status_tags), test: matchTests[status_tag_mode] } as const])
  ]
}

const fields: ReadonlyArray<readonly [DomainDate, DateField]> = [
  ["created", "created_on"],
  ["updated", "updated_on"],
  ["expires", "expires_on"],
  ["registered", "registered_on"],
  ["transferred", "transferred_on"]
]

const seconds = (instant: Instant.Instant): number => Math.floor(instant.epochMilliseconds / 1000)
const daySeconds = 86_400

const dateTests = (filter: DomainFilter, now: Instant.Instant): ReadonlyArray<DateTest> =>
  fields.flatMap(([date, field]) => {
    const { after, before } = filter.dates?.[date] ?? {}
    const given: Seconds = {
      from: after === undefined ? undefined : seconds(after) + 1,
      to: before === undefined ? undefined : seconds(before)
    }
    const windows = date === "expires" ? expiryWindows(filter, seconds(now)) : noWindows
    const within = [given, ...windows.inside].reduce(intersection)
    const bounded = within.from !== undefined || within.to !== undefined
    return bounded || windows.outside !== undefined
      ? [{ field, within: bounded ? within : undefined, outside: windows.outside }]
      : []
  })

const noWindows = { inside: [], outside: undefined }

/** The days from now on: `true` asks for an expiry among them, `false` for any other or none. */
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

/** What lies in both stretches; nothing where its beginning is not before its end. */
export const intersection = (a: Seconds, b: Seconds): Seconds => ({
  from: a.from === undefined ? b.from : b.from === undefined ? a.from : Math.max(a.from, b.from),
  to: a.to === undefined ? b.to : b.to === undefined ? a.to : Math.min(a.to, b.to)
})
