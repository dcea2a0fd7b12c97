import type { XmlElement } from "../../xml/XmlElement.ts"
import { EppUri } from "../EppUri.ts"
import type { ResponseExtension } from "../ResponseExtension.ts"
import { readLoginSecurityData } from "../session/loginSecurityData.ts"
import { UnreadablePart } from "../UnreadablePart.ts"
import { readAllocationTokenGiven } from "./allocationToken.ts"
import { readChangeData } from "./changePoll.ts"
import { readFeeCharged } from "./feeCharged.ts"
import { readFeeChecked } from "./feeChecked.ts"
import { feeUris } from "./feeUri.ts"
import { readLaunchChecked } from "./launch.ts"
import { readRgpStatuses } from "./rgp.ts"
import { readSecDnsInfo } from "./secDns.ts"

/** Reads an element of one extension; undefined for an unknown one. May throw `UnreadablePart`. */
type PartReader = (element: XmlElement) => Partial<ResponseExtension> | undefined

/** Reads an element of any version of the fee extension; undefined for an element without a price. */
const readFeeData = (data: XmlElement): Pick<ResponseExtension, "fee" | "feeChecked"> | undefined => {
  if (data.name === "chkData") return { feeChecked: readFeeChecked(data) }
  const fee = readFeeCharged(data)
  return fee && { fee }
}

const readers: ReadonlyMap<string, PartReader> = new Map<string, PartReader>([
  [EppUri.secDNS, readSecDnsInfo],
  [EppUri.rgp, readRgpStatuses],
  [EppUri.loginSec, readLoginSecurityData],
  [EppUri.launch, readLaunchChecked],
  [EppUri.allocationToken, readAllocationTokenGiven],
  [EppUri.changePoll, readChangeData],
  ...feeUris.map((uri): [string, PartReader] => [uri, readFeeData])
])

/** True if response extensions of a namespace have a reader. */
export const hasResponseExtension = (namespace: string): boolean => readers.has(namespace)

/** Reads the elements of a response's `extension`. Unknown and incomplete ones are kept as trees. */
export const readResponseExtension = (elements: ReadonlyArray<XmlElement>): ResponseExtension => {
  const other: Array<XmlElement> = []
  const extension: ResponseExtension = { other }
  for (const element of elements) {
    const part = readPart(element)
    if (part === undefined) other.push(element)
    else Object.assign(extension, part)
  }
  return extension
}

const readPart = (element: XmlElement): Partial<ResponseExtension> | undefined => {
  try {
    return readers.get(element.namespace)?.(element)
  } catch (error) {
    if (error instanceof UnreadablePart) return undefined
    throw error
  }
}
