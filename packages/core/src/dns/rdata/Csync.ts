import { fields } from "./Field.ts"
import { uint16, uint32 } from "./field/Integer.ts"
import { typeList } from "./field/TypeBitmap.ts"
import { recordData } from "./RecordData.ts"

export interface Csync {
  /** Serial of the SOA from which the parent may copy. */
  readonly serial: number
  /** 1: at once; 2: not before the SOA has the serial. */
  readonly flags: number
  /** Numbers of the types to copy, in ascending order. */
  readonly types: ReadonlyArray<number>
}

/** Types of RRsets that the parent zone copies from this one (RFC 7477, section 2.1). */
export const csync = recordData("CSYNC", fields<Csync>({ serial: uint32, flags: uint16, types: typeList }))
