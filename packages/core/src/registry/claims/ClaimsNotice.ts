import { Schema } from "effect"
import { Instant, optional } from "../../shared/index.ts"

/** Two letters, such as `DE`; organizations of countries have codes of their own, such as `EM`. */
const CountryCode = Schema.String.check(Schema.isBetweenLength(2, 2))

export const MarkAddress = Schema.Struct({
  street: Schema.Array(Schema.String).check(Schema.isMaxLength(3)),
  city: Schema.String,
  sp: optional(Schema.String),
  pc: optional(Schema.String),
  cc: CountryCode
}).annotate({ identifier: "MarkAddress" })

export const MarkHolder = Schema.Struct({
  entitlement: Schema.Literals(["owner", "assignee", "licensee"]),
  name: optional(Schema.String),
  org: optional(Schema.String),
  addr: MarkAddress,
  voice: optional(Schema.String),
  fax: optional(Schema.String),
  email: optional(Schema.String)
}).annotate({ identifier: "MarkHolder" })

export const MarkContact = Schema.Struct({
  type: Schema.Literals(["owner", "agent", "third party"]),
  name: Schema.String,
  org: optional(Schema.String),
  addr: MarkAddress,
  voice: Schema.String,
  fax: optional(Schema.String),
  email: Schema.String
}).annotate({ identifier: "MarkContact" })

/** Decisions that found a name, which is not exactly the trademark, to be abusive. */
export const NotExactMatch = Schema.Struct({
  /** Sentence before the decisions. Default: the standard one. */
  intro: Schema.optionalKey(Schema.String),
  court: Schema.Array(Schema.Struct({
    ref_num: Schema.String,
    cc: CountryCode,
    region: Schema.Array(Schema.String),
    court_name: Schema.String
  })),
  udrp: Schema.Array(Schema.Struct({ case_no: Schema.String, udrp_provider: Schema.String }))
}).annotate({ identifier: "NotExactMatch" })

/** A trademark that a notice is about (RFC 9361, section 6.3). */
export const TrademarkClaim = Schema.Struct({
  mark_name: Schema.String,
  goods_and_services: Schema.String,
  jur_desc: Schema.Struct({ jur_cc: CountryCode, description: Schema.String }),
  class_descs: Schema.Array(Schema.Struct({ class_num: Schema.Int, description: Schema.String })),
  holders: Schema.Array(MarkHolder),
  contacts: Schema.Array(MarkContact),
  not_exact_match: optional(NotExactMatch)
}).annotate({ identifier: "TrademarkClaim" })
export type TrademarkClaim = typeof TrademarkClaim.Type

/** Texts around the trademarks of a notice. */
export const ClaimsNoticeTexts = Schema.Struct({
  notice_title: Schema.String,
  notice_intro: Schema.String,
  /** Sentence before trademarks that do not match the label exactly. */
  notice_not_exact_match_intro: Schema.String,
  notice_footer: Schema.String,
  notice_footer_url: Schema.String
})
export type ClaimsNoticeTexts = typeof ClaimsNoticeTexts.Type

/** Trademark notice of a label, as a clearinghouse issues it (RFC 9361, section 6.3). */
export const ClaimsNotice = Schema.Struct({
  notice_id: Schema.NonEmptyString,
  /** Issuer of the notice. Default: the Trademark Clearinghouse. */
  validator: optional(Schema.NonEmptyString),
  /** Registries accept the notice until then. */
  not_after: Instant.Instant,
  /** First label of the names that the notice is for; an A-label if it is international. */
  label: Schema.NonEmptyString,
  claims: Schema.Array(TrademarkClaim),
  /** Texts that the operator's agreements prescribe. Default: those of the platform. */
  texts: optional(ClaimsNoticeTexts)
}).annotate({ identifier: "IssuedClaimsNotice" })
export type ClaimsNotice = typeof ClaimsNotice.Type

/** Acceptance of a trademark notice, sent with a registration in the claims phase (RFC 8334, section 3.3.2). */
export const ClaimsAcceptance = Schema.Struct({
  notice_id: Schema.NonEmptyString,
  /** Null for the Trademark Clearinghouse. */
  validator: Schema.NullOr(Schema.NonEmptyString),
  not_after: Instant.Instant,
  accepted_on: Instant.Instant
})
export type ClaimsAcceptance = typeof ClaimsAcceptance.Type
