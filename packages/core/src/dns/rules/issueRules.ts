import type { OwnerNameProblem } from "../OwnerName.ts"
import type { RdataProblem } from "../rdata/index.ts"
import type { AnyRecordType } from "../RecordType.ts"
import { isZoneRuleSlug, type ZoneRuleSlug } from "./ZoneRule.ts"

/** Rule that a problem of an owner violates. */
export const nameRule = (slug: OwnerNameProblem["slug"]): ZoneRuleSlug =>
  slug === "name_out_of_zone" || slug === "wildcard_position" ? slug : "invalid_name"

/** Rule that a problem of a record violates: the one of the same name, if there is one. */
export const rdataRule = (type: AnyRecordType, slug: RdataProblem["slug"]): ZoneRuleSlug =>
  type === "TXT" && slug === "rdata_length" ? "txt_too_long" : isZoneRuleSlug(slug) ? slug : "invalid_rdata"
