import { fields } from "./Field.ts"
import { characterString } from "./field/CharacterString.ts"
import { recordData } from "./RecordData.ts"

export interface Hinfo {
  readonly cpu: Uint8Array
  readonly operating_system: Uint8Array
}

/** Hardware and operating system of a host (RFC 1035, section 3.3.2). */
export const hinfo = recordData("HINFO", fields<Hinfo>({ cpu: characterString, operating_system: characterString }))
