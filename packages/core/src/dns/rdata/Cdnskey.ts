import { type Dnskey, keyFields, protocolFlaws } from "./Dnskey.ts"
import { recordData } from "./RecordData.ts"

export type Cdnskey = Dnskey

/** The key that the zone wants its parent to make a DS of (RFC 7344, section 3.2): the data of DNSKEY. */
export const cdnskey = recordData<Cdnskey>("CDNSKEY", keyFields, { refused: protocolFlaws })

/** Alone in its RRset, it asks the parent to take all DS records away (RFC 8078, section 4). */
export const deleteCdnskey: Cdnskey = { flags: 0, protocol: 3, algorithm: 0, key: new Uint8Array(1) }
