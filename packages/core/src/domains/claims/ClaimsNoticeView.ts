import { Schema } from "effect"
import { type ClaimsNotice, ClaimsNoticeTexts, TrademarkClaim } from "../../registry/index.ts"
import { claimsHtml } from "./claimsHtml.ts"

/** Key of a trademark record, as in the result of a check. */
export const ClaimsKey = Schema.String.check(Schema.isBetweenLength(1, 1024))

/** `POST /v1/domains/claims-notices`: one key. */
export const ClaimsNoticesRequest = Schema.Struct({
  claims_keys: Schema.Array(ClaimsKey).check(Schema.isMinLength(1), Schema.isMaxLength(1))
}).annotate({ identifier: "ClaimsNoticesRequest" })
export type ClaimsNoticesRequest = typeof ClaimsNoticesRequest.Type

/** A trademark notice, with the hash by which an order accepts it within 48 hours. */
export const ClaimsNoticeView = Schema.Struct({
  claims_key: Schema.String,
  /** First label of the names that the notice is for. */
  label: Schema.String,
  claims_notice_acceptance_hash: Schema.String,
  ...ClaimsNoticeTexts.fields,
  claims: Schema.Array(TrademarkClaim),
  /** The whole notice as a fragment of HTML. */
  rendered_html: Schema.String
}).annotate({ identifier: "ClaimsNotice" })
export type ClaimsNoticeView = typeof ClaimsNoticeView.Type

export const ClaimsNotices = Schema.Struct({ claims_notices: Schema.Array(ClaimsNoticeView) })
  .annotate({ identifier: "ClaimsNotices" })
export type ClaimsNotices = typeof ClaimsNotices.Type

const standardTexts: ClaimsNoticeTexts = {
  notice_title: "Trademark Notice",
  notice_intro:
    "The name that you want to register matches at least one trademark that its holder has recorded with the "
    + "Trademark Clearinghouse. Whether you may use the name can depend on what you use it for, and on the goods, "
    + "services and countries of these trademarks. Read the records below before you continue. To continue means that "
    + "you have received and understood this notice, and that, to the best of your knowledge, your use of the name "
    + "does not infringe the rights of the holders.",
  notice_not_exact_match_intro:
    "This domain name label has previously been found to be used or registered abusively against the following "
    + "trademarks according to the referenced decisions:",
  notice_footer: "The records are published by the Trademark Clearinghouse:",
  notice_footer_url: "https://www.trademark-clearinghouse.com"
}

/** Notice as it is shown to a registrant, with every text. */
export const shownNotice = (claims_key: string, hash: string, notice: ClaimsNotice): ClaimsNoticeView => {
  const texts = notice.texts ?? standardTexts
  const claims = notice.claims.map((claim): TrademarkClaim => {
    const { not_exact_match = null } = claim
    if (not_exact_match === null) return { ...claim, not_exact_match }
    const { intro = texts.notice_not_exact_match_intro } = not_exact_match
    return { ...claim, not_exact_match: { ...not_exact_match, intro } }
  })
  return {
    claims_key,
    label: notice.label,
    claims_notice_acceptance_hash: hash,
    ...texts,
    claims,
    rendered_html: claimsHtml(notice.label, texts, claims)
  }
}
