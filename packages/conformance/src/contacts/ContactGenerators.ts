import { type Contact, type ContactFilter, type ContactSortField, StoredClaimState } from "@namewright/core/contacts"
import type { StatusTagType, TagId } from "@namewright/core/tags"
import { DateTime, Schema } from "effect"

const texts = ["ada", "ADA", "Östen", "ös", "a_a", "50%", "x y", "\"q\"", "\\", "lovelace", "é"] as const
const Word = Schema.Literals(texts)
const statusTypes = ["VERIFICATION_REQUIRED", "EXTERNAL"] as const
const numbers = (size: number) => Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: size - 1 })))
const Mode = Schema.Literals(["match_any", "match_all", "match_none"])
const Hour = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 }))

/** Number of tags in a test. */
export const knownTags = 3

/** Generated contact, with few values per field, so that they often coincide. */
export const GeneratedContact = Schema.Struct({
  first_name: Word,
  last_name: Word,
  org: Schema.NullOr(Word),
  email: Schema.Literals(["ada@a.example", "osten@mail.example", "x_y@a.example"]),
  country: Schema.Literals(["DE", "SE"]),
  hour: Hour,
  tags: numbers(knownTags),
  status_tags: Schema.Array(Schema.Literals(statusTypes)),
  used: Schema.Boolean,
  email_claim: Schema.NullOr(Schema.Struct({
    state: StoredClaimState,
    expires: Schema.NullOr(Schema.Literals(["past", "future"]))
  })),
  gone: Schema.Literals([false, false, false, true])
})
export type GeneratedContact = typeof GeneratedContact.Type

const rarely = <S extends Schema.Top>(schema: S) => Schema.Union([Schema.Undefined, Schema.Undefined, schema])

/** Generated query of a list. */
export const GeneratedContactQuery = Schema.Struct({
  first_name: rarely(Word),
  last_name: rarely(Word),
  email: rarely(Schema.Literals(["A.EXAMPLE", "_", "x", "osten@"])),
  search: rarely(Schema.Literals(["ada", "ada lovelace", "ös", "mail ada", "%", "a_a", "\"q\" \\"])),
  country: rarely(Schema.Literals(["DE", "SE"])),
  after: rarely(Hour),
  before: rarely(Hour),
  in_use: rarely(Schema.Boolean),
  verified: rarely(Schema.Boolean),
  tags: rarely(numbers(knownTags + 1)),
  tag_mode: rarely(Mode),
  status_tags: rarely(Schema.Array(Schema.Literals([...statusTypes, "DNSSEC_PENDING"]))),
  status_tag_mode: rarely(Mode),
  by: Schema.Literals(["first_name", "last_name", "email", "created_on"]),
  order: Schema.Literals(["asc", "desc"]),
  page: Schema.Literals([1, 2]),
  page_size: Schema.Literals([2, 50])
})
export type GeneratedContactQuery = typeof GeneratedContactQuery.Type

/** Times of a test, at intervals of one hour. */
export const atHour = (hour: number) => DateTime.makeUnsafe(Date.UTC(2026, 0, 1, hour))

/** Stored contact with its tags; `used` is true if a domain names it. */
export interface KnownContact {
  readonly contact: Contact
  readonly tags: ReadonlyArray<TagId>
  readonly status_tags: ReadonlyArray<StatusTagType>
  readonly used: boolean
  /** True if the email address is verified now. */
  readonly verified: boolean
}

/** Filter of a generated query. A tag index beyond `knownTags` is an unknown tag. */
export const filterOf = (
  generated: GeneratedContactQuery,
  tags: ReadonlyArray<TagId>,
  unknown: TagId
): ContactFilter => ({
  first_name: generated.first_name,
  last_name: generated.last_name,
  email: generated.email,
  search: generated.search,
  country: generated.country,
  created_after: generated.after === undefined ? undefined : atHour(generated.after),
  created_before: generated.before === undefined ? undefined : atHour(generated.before),
  in_use: generated.in_use,
  verified: generated.verified,
  tag_ids: generated.tags?.map((index) => tags[index] ?? unknown),
  tag_mode: generated.tag_mode,
  status_tags: generated.status_tags,
  status_tag_mode: generated.status_tag_mode
})

/** Reference implementation of the list over an array; the storage must return the same. */
export const listedIn = (
  contacts: ReadonlyArray<KnownContact>,
  filter: ContactFilter,
  by: ContactSortField,
  order: "asc" | "desc"
): ReadonlyArray<Contact> => {
  const found = contacts.filter((known) => meets(known, filter)).map(({ contact }) => contact).toSorted((one, other) =>
    ordered(sortKey(one, by), sortKey(other, by)) || ordered(one.contact_id, other.contact_id)
  )
  return order === "asc" ? found : found.toReversed()
}

const meets = ({ contact, status_tags, tags, used, verified }: KnownContact, filter: ContactFilter): boolean =>
  holds(contact.first_name, filter.first_name) && holds(contact.last_name, filter.last_name) &&
  holds(contact.email, filter.email) && meetsSearch(contact, filter.search) &&
  (filter.country === undefined || contact.country === filter.country) &&
  (filter.created_after === undefined || DateTime.isGreaterThan(contact.created_on, filter.created_after)) &&
  (filter.created_before === undefined || DateTime.isLessThan(contact.created_on, filter.created_before)) &&
  (filter.in_use === undefined || used === filter.in_use) &&
  (filter.verified === undefined || verified === filter.verified) &&
  carries(tags, filter.tag_ids, filter.tag_mode) && carries(status_tags, filter.status_tags, filter.status_tag_mode)

const holds = (text: string, part: string | undefined): boolean =>
  part === undefined || text.toLowerCase().includes(part.toLowerCase())

const meetsSearch = ({ email, first_name, last_name, org }: Contact, search: string | undefined): boolean =>
  (search ?? "").split(" ").every((word) => [first_name, last_name, org ?? "", email].some((text) => holds(text, word)))

const carries = <A>(
  carried: ReadonlyArray<A>,
  wanted: ReadonlyArray<A> | undefined,
  mode: ContactFilter["tag_mode"]
): boolean => {
  if (wanted === undefined || wanted.length === 0) return true
  if (mode === "match_all") return wanted.every((tag) => carried.includes(tag))
  return wanted.some((tag) => carried.includes(tag)) !== (mode === "match_none")
}

const sortKey = (contact: Contact, by: ContactSortField): string =>
  by === "created_on" ? DateTime.formatIso(contact.created_on) : contact[by]

/** In the byte order of UTF-8, which equals the order of code points. */
const ordered = (one: string, other: string): number => one === other ? 0 : one < other ? -1 : 1
