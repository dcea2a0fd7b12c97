import type { XmlElement } from "../../xml/XmlElement.ts"
import type { ResponseExtension } from "../ResponseExtension.ts"
import { readFeeCharged } from "./feeCharged.ts"
import { readFeeChecked } from "./feeChecked.ts"

/** Reads what any version of the fee extension says in an answer; undefined for an element that has no price. */
export const readFeeData = (data: XmlElement): Pick<ResponseExtension, "fee" | "feeChecked"> | undefined => {
  if (data.name === "chkData") return { feeChecked: readFeeChecked(data) }
  const fee = readFeeCharged(data)
  return fee && { fee }
}
