import { digestFields, digestFlaws, type Ds } from "./Ds.ts"
import { recordData } from "./RecordData.ts"

export type Cds = Ds

/** The DS that the zone wants at its parent (RFC 7344, section 3.1): the data of DS. */
export const cds = recordData<Cds>("CDS", digestFields, { invalid: digestFlaws })

/** Alone in its RRset, it asks the parent to take all DS records away (RFC 8078, section 4). */
export const deleteCds: Cds = { key_tag: 0, algorithm: 0, digest_type: 0, digest: new Uint8Array(1) }
