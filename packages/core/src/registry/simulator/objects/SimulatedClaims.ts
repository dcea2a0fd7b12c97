import { DateTime, Effect, Layer, Option } from "effect"
import { crc32, Instant } from "../../../shared/index.ts"
import type { ClaimsNotice, TrademarkClaim } from "../../claims/ClaimsNotice.ts"
import { claimsNoticeChecksum } from "../../claims/claimsNoticeProblem.ts"
import { ClaimsNotices } from "../../claims/ClaimsNotices.ts"
import { magicLabel } from "./MagicLabel.ts"

/** Beginning of the keys of simulated registries. The rest is the name. */
const keyBeginning = "2013041500/9/1/3/"

/** Key of the trademark record of a name in the claims phase; null for other names. */
export const claimsKey = (name: string): string | null => magicLabel(name) === "claims" ? keyBeginning + name : null

/** Hours until simulated notices expire. */
const noticeHours = 48

/** Notice that the simulated clearinghouse issues at `now` for a key of a simulated registry. */
export const simulatedNotice = (key: string, now: Instant.Instant): Option.Option<ClaimsNotice> => {
  const name = key.startsWith(keyBeginning) ? key.slice(keyBeginning.length) : ""
  const [label = ""] = name.split(".")
  if (claimsKey(name) !== key) return Option.none()
  const not_after = DateTime.add(now, { hours: noticeHours })
  const number = String(crc32(key)).padStart(19, "0")
  return Option.some({
    notice_id: `${claimsNoticeChecksum(label, DateTime.toEpochMillis(not_after), number)}${number}`,
    not_after,
    label,
    claims: claimsOf(label)
  })
}

/** The clearinghouse of the sandbox. */
export const layerSimulatedClaims = Layer.succeed(ClaimsNotices, {
  find: (key) => Effect.map(Instant.now, (now) => simulatedNotice(key, now))
})

const addr = { street: ["1 Example Street"], city: "Springfield", sp: null, pc: "12345", cc: "US" }

/** One trademark that is the label, and one that is similar. */
const claimsOf = (label: string): ReadonlyArray<TrademarkClaim> => {
  const mark = label.toUpperCase()
  const claim: TrademarkClaim = {
    mark_name: mark,
    goods_and_services: "Books in print and as files",
    jur_desc: { jur_cc: "US", description: "United States of America" },
    class_descs: [{ class_num: 16, description: "Paper, printed matter and stationery" }],
    holders: [{ entitlement: "owner", org: `${mark} Corporation`, addr }],
    contacts: [{
      type: "agent",
      name: "Pat Example",
      org: "Example Trademark Attorneys",
      addr,
      voice: "+1.5555550100",
      email: "marks@example.com"
    }]
  }
  const decisions = {
    court: [{ ref_num: "EX-2012-17", cc: "US", region: ["Illinois"], court_name: "Example District Court" }],
    udrp: [{ case_no: "D2012-0017", udrp_provider: "Example Arbitration Center" }]
  }
  return [claim, { ...claim, mark_name: `${mark} ONE`, not_exact_match: decisions }]
}
