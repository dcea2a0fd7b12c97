import type { InputIssue } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"
import type { DnsRrsetType } from "../RecordType.ts"
import type { RecordEntry } from "./RecordEntry.ts"
import { zoneRules, type ZoneRuleSlug } from "./ZoneRule.ts"

/** Pointer to an entry in the request, and the entry as sent. */
export interface RequestPointer {
  readonly loc: InputIssue["loc"]
  readonly input: unknown
}

/** Effect of an entry of a request on the RRset of its name and type. */
export type RrsetAction =
  | { readonly kind: "put"; readonly ttl: number; readonly records: ReadonlyArray<RecordEntry> }
  | { readonly kind: "drop" }
  /**
   * Without a TTL, the TTL is unchanged, or the standard one for a new RRset. Without a record, the step only keeps the
   * pointer of an invalid one.
   */
  | { readonly kind: "add"; readonly ttl: number | undefined; readonly record: RecordEntry | undefined }
  | { readonly kind: "take"; readonly record: RecordEntry }

/** A parsed entry of a request. */
export interface RrsetStep {
  readonly pointer: RequestPointer
  /** Name as in the request. */
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
