import type { DnsName } from "../DnsName.ts"
import type { DnsRrsetType } from "../RecordType.ts"
import type { ZoneRuleSlug } from "./ZoneRule.ts"

/** Name and type of an RRset involved in a breach. */
export interface Party {
  readonly name: DnsName
  readonly type: DnsRrsetType
}

/** A breach of a rule in the draft zone. It is reported at the first of its parties that the request names. */
export interface Finding {
  readonly slug: ZoneRuleSlug
  readonly parties: readonly [Party, ...ReadonlyArray<Party>]
  readonly message: string
}

export const finding = (
  slug: ZoneRuleSlug,
  message: string,
  ...parties: Finding["parties"]
): Finding => ({ slug, parties, message })
