import { trimmed } from "../../xml/whiteSpace.ts"
import { child, childrenOf, type XmlElement } from "../../xml/XmlElement.ts"
import type { AuthInfo, EppAddress, EppStatus } from "../DomainCommand.ts"
import { EppUri } from "../EppUri.ts"
import { present } from "../present.ts"
import type { Availability, PendingActionData, TransferData } from "../ResponseData.ts"
import { requiredFlag, requiredText, textOf, UnreadablePart } from "../UnreadablePart.ts"

/** The password unchanged, spaces included; undefined if the server discloses none. */
export const readAuthInfo = (parent: XmlElement): AuthInfo | undefined => {
  const authInfo = child(parent, "authInfo")
  const password = authInfo && child(authInfo, "pw")
  return password && present({ password: password.text, roid: password.attributes["roid"] })
}

/** All children of that name with a status. */
export const readStatuses = (parent: XmlElement, name = "status"): ReadonlyArray<EppStatus> =>
  childrenOf(parent, name).map(readStatus).filter((status) => status !== undefined)

const readStatus = ({ attributes, text }: XmlElement): EppStatus | undefined => {
  const status = attributes["s"]
  if (status === undefined) return undefined
  const reason = trimmed(text)
  return reason === "" ? { status } : { status, text: reason }
}

/** An address of a host. The default version is IPv4 (RFC 5732, section 2.5). */
export const readAddress = (element: XmlElement): EppAddress => ({
  address: trimmed(element.text),
  version: element.attributes["ip"] === "v6" ? "v6" : "v4"
})

/** The `cd` elements of a check response; `id` is the local name of the name or id in them. */
export const readAvailabilities = (data: XmlElement, id: string): ReadonlyArray<Availability> =>
  childrenOf(data, "cd").map((cd) => {
    const named = child(cd, id)
    if (named === undefined) throw new UnreadablePart(`cd lacks ${id}`)
    return present({
      id: trimmed(named.text),
      available: requiredFlag(named, "avail"),
      reason: textOf(cd, "reason")
    })
  })

/** `trStatus` to `acDate`, which are common to the `trnData` of all mappings. */
export const readTransferParts = (data: XmlElement): TransferData => ({
  status: requiredText(data, "trStatus"),
  requester: requiredText(data, "reID"),
  requestedOn: requiredText(data, "reDate"),
  actor: requiredText(data, "acID"),
  actsOn: requiredText(data, "acDate")
})

/** `clID` to `trDate`; optional fields may be undefined. */
export const readHistory = (data: XmlElement) => ({
  sponsor: requiredText(data, "clID"),
  creator: textOf(data, "crID"),
  createdOn: textOf(data, "crDate"),
  updater: textOf(data, "upID"),
  updatedOn: textOf(data, "upDate"),
  transferredOn: textOf(data, "trDate")
})

/** The content of `panData`; `id` is the local name of the name or id in it. */
export const readPendingAction = (
  data: XmlElement,
  object: PendingActionData["object"],
  id: string
): PendingActionData => {
  const named = child(data, id)
  const transaction = child(data, "paTRID")
  if (named === undefined || transaction === undefined) throw new UnreadablePart(`panData lacks ${id} or paTRID`)
  return present({
    _tag: "PendingActionData",
    object,
    id: trimmed(named.text),
    accepted: requiredFlag(named, "paResult"),
    clTRID: transactionId(transaction, "clTRID"),
    svTRID: transactionId(transaction, "svTRID") ?? "",
    date: requiredText(data, "paDate")
  })
}

/** The ids are elements of EPP itself; some servers use the namespace of the object. */
const transactionId = (transaction: XmlElement, name: string): string | undefined =>
  trimmed((child(transaction, name, EppUri.epp) ?? child(transaction, name))?.text ?? "") || undefined
