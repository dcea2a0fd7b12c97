import type { DomainFilter, DomainSortField } from "@namewright/core/domains"
import { DateTime } from "effect"
import { tags, today } from "./portfolio.ts"

const daysFromToday = (days: number) => DateTime.add(today, { days })
const tag = (number: number) => tags.slice(number, number + 1)

/** Every filter of the list; the names state roughly how many domains meet it. */
export const filters: Readonly<Record<string, DomainFilter>> = {
  "none": {},
  "tld, half": { tld: ["com"] },
  "tld, two of a tenth": { tld: ["net", "de"] },
  "tld, few": { tld: ["tld40"] },
  "status, most": { registry_statuses: ["clientTransferProhibited"] },
  "status, few": { registry_statuses: ["pendingTransfer", "clientHold"] },
  "transfer_lock=false": { transfer_lock: false },
  "renewal_mode=expire": { renewal_mode: "expire" },
  "read_only": { read_only: true },
  "is_premium": { is_premium: true },
  "registrar": { registrar: ["ENOM", "OPENSRS"] },
  "registrar_credential_id": { registrar_credential_id: ["registrar_credential_1"] },
  "nameserver, many": { nameserver: "ns1.hoster0" },
  "nameserver, some": { nameserver: "cloud.example" },
  "nameserver, few": { nameserver: "a7.ns.cloud.example" },
  "tag, many": { tag_ids: tag(0) },
  "tags, any": { tag_ids: tags.slice(1, 4) },
  "tags, all": { tag_ids: tags.slice(0, 2), tag_mode: "match_all" },
  "tags, none": { tag_ids: tag(0), tag_mode: "match_none" },
  "status tag": { status_tags: ["VERIFICATION_REQUIRED"] },
  "search, few": { search: "mueller-bank1f" },
  "search, many": { search: "shop" },
  "sld": { sld: "nobody" },
  "created, a year": { dates: { created: { after: daysFromToday(-730), before: daysFromToday(-365) } } },
  "updated, recently": { dates: { updated: { after: daysFromToday(-30) } } },
  "expires, half a year": { dates: { expires: { after: today, before: daysFromToday(180) } } },
  "expires_in_30_days": { expires_within: { 30: true } },
  "expires_in_90_days=false": { expires_within: { 90: false } },
  "transferred": { dates: { transferred: { after: daysFromToday(-1000) } } }
}

/** Pairs of filters, each of which many domains meet. */
export const pairs: Readonly<Record<string, DomainFilter>> = {
  "tld + renewal_mode": { tld: ["com"], renewal_mode: "expire" },
  "tld + status": { tld: ["com", "net"], registry_statuses: ["ok"] },
  "tld + tag": { tld: ["com"], tag_ids: tag(0) },
  "tld + nameserver": { tld: ["com"], nameserver: "hoster0" },
  "tld + expiry": { tld: ["com"], expires_within: { 90: true } },
  "tag + nameserver": { tag_ids: tag(0), nameserver: "hoster0" },
  "tag + expiry": { tag_ids: tag(0), expires_within: { 30: true } },
  "search + tld": { search: "shop", tld: ["com"] },
  "created + expiry": {
    dates: { created: { after: daysFromToday(-1000) }, expires: { before: daysFromToday(100) } }
  },
  "transferred + status": { dates: { transferred: { after: daysFromToday(-2000) } }, transfer_lock: true }
}

export const sorts: ReadonlyArray<DomainSortField> = [
  "name",
  "created_on",
  "updated_on",
  "expires_on",
  "registered_on",
  "transferred_on"
]
