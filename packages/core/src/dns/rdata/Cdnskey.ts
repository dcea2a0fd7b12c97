import { type Dnskey, keyFields, protocolFlaws } from "./Dnskey.ts"
import { recordData } from "./RecordData.ts"

export type Cdnskey = Dnskey

/** Key for which the zone requests a DS of its parent (RFC 7344, section 3.2). Has the data of DNSKEY. */
export const cdnskey = recordData<Cdnskey>("CDNSKEY", keyFields, { refused: protocolFlaws })

/** Requests the removal of all DS records, as the only record of its RRset (RFC 8078, section 4). */
export const deleteCdnskey: Cdnskey = { flags: 0, protocol: 3, algorithm: 0, key: new Uint8Array(1) }
