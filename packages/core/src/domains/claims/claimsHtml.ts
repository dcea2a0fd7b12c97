import { escapeHtml } from "../../mail/index.ts"
import type { ClaimsNoticeTexts, TrademarkClaim } from "../../registry/index.ts"

type Party = TrademarkClaim["holders"][number] | TrademarkClaim["contacts"][number]

/** Values that are present, in one line. */
const line = (values: ReadonlyArray<string | null | undefined>): string =>
  values.filter((value) => value !== null && value !== undefined && value !== "").join(", ")

const partyLine = ({ addr, email, fax, name, org, voice }: Party): string =>
  line([name, org, ...addr.street, addr.city, addr.sp, addr.pc, addr.cc, voice, fax, email])

const entry = (term: string, text: string): string => `<dt>${escapeHtml(term)}</dt><dd>${escapeHtml(text)}</dd>`

const list = (items: ReadonlyArray<string>): string =>
  items.length === 0 ? "" : `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join("")}</ul>`

const claimHtml = (claim: TrademarkClaim): string => {
  const { class_descs, contacts, goods_and_services, holders, jur_desc, mark_name, not_exact_match = null } = claim
  const record = [
    entry("Mark", mark_name),
    entry("Jurisdiction", line([jur_desc.description, jur_desc.jur_cc])),
    entry("Goods and services", goods_and_services),
    ...class_descs.map(({ class_num, description }) => entry(`Class ${class_num}`, description)),
    ...holders.map((holder) => entry(`Holder (${holder.entitlement})`, partyLine(holder))),
    ...contacts.map((contact) => entry(`Contact (${contact.type})`, partyLine(contact)))
  ]
  const decisions = not_exact_match === null ? "" : `<p>${escapeHtml(not_exact_match.intro ?? "")}</p>`
    + list([
      ...not_exact_match.court.map(({ cc, court_name, ref_num, region }) => line([ref_num, court_name, ...region, cc])),
      ...not_exact_match.udrp.map(({ case_no, udrp_provider }) => line([case_no, udrp_provider]))
    ])
  return `<section><dl>${record.join("")}</dl>${decisions}</section>`
}

/** A notice as a fragment of HTML. Every text of the notice is escaped. */
export const claimsHtml = (
  label: string,
  { notice_footer, notice_footer_url, notice_intro, notice_title }: ClaimsNoticeTexts,
  claims: ReadonlyArray<TrademarkClaim>
): string => {
  const link = /^https?:\/\//i.test(notice_footer_url)
    ? `<a href="${escapeHtml(notice_footer_url)}">${escapeHtml(notice_footer_url)}</a>`
    : escapeHtml(notice_footer_url)
  return `<article><h1>${escapeHtml(notice_title)}</h1><p>${escapeHtml(notice_intro)}</p><h2>${escapeHtml(label)}</h2>`
    + claims.map(claimHtml).join("")
    + `<footer>${escapeHtml(notice_footer)} ${link}</footer></article>`
}
