import { Effect } from "effect"
import type { SenderRecordPurpose, StoredSender } from "./BrandingSender.ts"
import { dkimName, dmarcNames, hasDkimKey, hasDmarcPolicy, includesSpf, senderDomain } from "./senderRecords.ts"
import type { TxtRecords, TxtRecordsUnavailable } from "./TxtRecords.ts"

/**
 * Records of a sender that the public DNS has. The domain of the address is also that of the DKIM signature and of the
 * envelope, so both are aligned in the sense of DMARC (RFC 7489, section 3.1).
 */
export const foundRecords = Effect.fnUntraced(function*(
  { at }: TxtRecords["Service"],
  sender: StoredSender,
  spfDomain: string
): Effect.fn.Return<ReadonlyArray<SenderRecordPurpose>, TxtRecordsUnavailable> {
  const domain = senderDomain(sender.address)
  const found: Array<SenderRecordPurpose> = []
  if (hasDkimKey(yield* at(dkimName(sender)), sender.public_key)) found.push("dkim")
  if (includesSpf(yield* at(domain), spfDomain)) found.push("spf")
  for (const name of dmarcNames(domain)) {
    const texts = (yield* at(name)).filter((text) => text.startsWith("v=DMARC1"))
    if (texts.length === 0) continue
    if (hasDmarcPolicy(texts)) found.push("dmarc")
    break
  }
  return found
})
