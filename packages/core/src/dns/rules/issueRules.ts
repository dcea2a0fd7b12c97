import type { OwnerNameProblem } from "../OwnerName.ts"
import type { RdataProblem } from "../rdata/index.ts"
import type { AnyRecordType } from "../RecordType.ts"
import { isZoneRuleSlug, type ZoneRuleSlug } from "./ZoneRule.ts"

/** The rule that a problem of an owner breaks. */
export const nameRule = (slug: OwnerNameProblem["slug"]): ZoneRuleSlug =>
  slug === "name_out_of_zone" || slug === "wildcard_position" ? slug : "invalid_name"

/** The rule that a problem of a record breaks: the one of that name, where there is one. */
export const rdataRule = (type: AnyRecordType, slug: RdataProblem["slug"]): ZoneRuleSlug =>
  type === "TXT" && slug === "rdata_length" ? "txt_too_long" : isZoneRuleSlug(slug) ? slug : "invalid_rdata"
