import { digestFields, digestFlaws, type Ds } from "./Ds.ts"
import { recordData } from "./RecordData.ts"

export type Cds = Ds

/** DS that the zone requests of its parent (RFC 7344, section 3.1). Has the data of DS. */
export const cds = recordData<Cds>("CDS", digestFields, { invalid: digestFlaws })

/** Requests the removal of all DS records, as the only record of its RRset (RFC 8078, section 4). */
export const deleteCds: Cds = { key_tag: 0, algorithm: 0, digest_type: 0, digest: new Uint8Array(1) }
