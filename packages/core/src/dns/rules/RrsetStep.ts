import type { InputIssue } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"
import type { DnsRrsetType } from "../RecordType.ts"
import type { RecordEntry } from "./RecordEntry.ts"
import { zoneRules, type ZoneRuleSlug } from "./ZoneRule.ts"

/** Where an entry stands in the request, and the entry as it was sent. */
export interface RequestPointer {
  readonly loc: InputIssue["loc"]
  readonly input: unknown
}

/** What an entry of a request does to the RRset of its name and type. */
export type RrsetAction =
  | { readonly kind: "put"; readonly ttl: number; readonly records: ReadonlyArray<RecordEntry> }
  | { readonly kind: "drop" }
  /** Without a TTL it stays, or is the standard one. Without a record it only holds the pointer of one with a problem. */
  | { readonly kind: "add"; readonly ttl: number | undefined; readonly record: RecordEntry | undefined }
  | { readonly kind: "take"; readonly record: RecordEntry }

/** One entry of a request, read. */
export interface RrsetStep {
  readonly pointer: RequestPointer
  /** As the request names it. */
  readonly writtenName: string
  readonly name: DnsName
  readonly type: DnsRrsetType
  readonly action: RrsetAction
}

/** A problem or a warning at a pointer of the request. */
export const zoneIssue = (
  slug: ZoneRuleSlug,
  { input, loc }: RequestPointer,
  msg: string,
  details: Readonly<Record<string, unknown>> = {}
): InputIssue => ({ loc, msg, type: slug, input, ctx: { message: msg, level: zoneRules[slug].level, ...details } })
