import { fields } from "./Field.ts"
import { recordData } from "./RecordData.ts"
import { strings, type Txt } from "./Txt.ts"

export type Spf = Txt

/** Sender policy in the type that RFC 7208, section 3.1, replaced by TXT. Has the data of TXT. */
export const spf = recordData("SPF", fields<Spf>({ strings }))
