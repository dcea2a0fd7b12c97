import { enumeration } from "../../xml/SimpleType.ts"
import { trimmed } from "../../xml/whiteSpace.ts"
import { element, textElement } from "../../xml/writeXml.ts"
import { child, type XmlElement } from "../../xml/XmlElement.ts"
import { EppUri } from "../EppUri.ts"
import { present } from "../present.ts"
import type { ChangeData, ResponseExtension } from "../ResponseExtension.ts"
import { requiredText, textOf, UnreadablePart } from "../UnreadablePart.ts"

/** `changePoll:changeData` (RFC 8590, section 3.1). */
export const writeChangeData = (change: ChangeData): string =>
  element(
    "changePoll:changeData",
    textElement("changePoll:operation", change.operation, { op: change.operationDetail })
      + textElement("changePoll:date", change.date) + textElement("changePoll:svTRID", change.svTRID)
      + textElement("changePoll:who", change.who)
      + textElement("changePoll:caseId", change.caseId?.id, { type: change.caseId?.type, name: change.caseId?.name })
      + textElement("changePoll:reason", change.reason),
    { "xmlns:changePoll": EppUri.changePoll, state: change.state }
  )

const caseType = enumeration("udrp", "urs", "custom")

/** Reads `changePoll:changeData` of a response; undefined for another element. Throws `UnreadablePart`. */
export const readChangeData = (data: XmlElement): Pick<ResponseExtension, "changed"> | undefined =>
  data.name === "changeData" ? { changed: changeOf(data) } : undefined

const changeOf = (data: XmlElement): ChangeData => {
  const operation = child(data, "operation")
  if (operation === undefined) throw new UnreadablePart("changeData lacks operation")
  return present({
    state: trimmed(data.attributes["state"] ?? "") === "before" ? "before" : "after",
    operation: trimmed(operation.text),
    operationDetail: operation.attributes["op"],
    date: requiredText(data, "date"),
    svTRID: requiredText(data, "svTRID"),
    who: requiredText(data, "who"),
    caseId: readCase(child(data, "caseId")),
    reason: textOf(data, "reason")
  })
}

/** A case of an unknown type becomes a custom one. */
const readCase = (caseId: XmlElement | undefined): ChangeData["caseId"] => {
  if (caseId === undefined) return undefined
  const type = trimmed(caseId.attributes["type"] ?? "")
  const standard = caseType(type)
  return present({
    id: trimmed(caseId.text),
    type: standard ?? "custom",
    name: caseId.attributes["name"] ?? (standard === undefined && type !== "" ? type : undefined)
  })
}
