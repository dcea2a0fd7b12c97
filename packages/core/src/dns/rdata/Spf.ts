import { fields } from "./Field.ts"
import { recordData } from "./RecordData.ts"
import { strings, type Txt } from "./Txt.ts"

export type Spf = Txt

/** A sender policy in the type that RFC 7208, section 3.1, gave up in favour of TXT: the data of TXT. */
export const spf = recordData("SPF", fields<Spf>({ strings }))
