import { dateTime, enumeration, language } from "../../xml/SimpleType.ts"
import { mixedText, optionalAttribute, requiredAttribute, StrictContent } from "../../xml/StrictContent.ts"
import { element, textElement } from "../../xml/writeXml.ts"
import type { XmlElement } from "../../xml/XmlElement.ts"
import type { RgpReport, RgpRestore } from "../CommandExtension.ts"
import { CommandRefused } from "../CommandProblem.ts"
import type { EppStatus } from "../DomainCommand.ts"
import { EppUri } from "../EppUri.ts"
import { readStatuses } from "../object/readObjectParts.ts"
import { writeStatuses } from "../object/writeObjectParts.ts"
import { present } from "../present.ts"
import type { ResponseExtension } from "../ResponseExtension.ts"

/** RFC 3915, section 4.2.5. */
export const writeRgpUpdate = (restore: RgpRestore): string =>
  mapped(
    "update",
    element("rgp:restore", restore.operation === "report" ? writeReport(restore.report) : "", { op: restore.operation })
  )

/** The statuses of a response: `infData` with the data of a domain, `upData` after an update (RFC 3915, section 4). */
export const writeRgpStatuses = (name: "infData" | "upData", statuses: ReadonlyArray<EppStatus>): string =>
  mapped(name, writeStatuses("rgp:rgpStatus", statuses))

const mapped = (name: string, content: string): string => element(`rgp:${name}`, content, { "xmlns:rgp": EppUri.rgp })

const writeReport = (data: RgpReport): string =>
  element(
    "rgp:report",
    textElement("rgp:preData", data.before)
      + textElement("rgp:postData", data.after)
      + textElement("rgp:delTime", data.deletedOn)
      + textElement("rgp:resTime", data.restoredOn)
      + textElement("rgp:resReason", data.reason)
      + data.statements.map((statement) => textElement("rgp:statement", statement)).join("")
      + textElement("rgp:other", data.other)
  )

/**
 * Reads `rgp:update` strictly by its schema. Throws `CommandRefused` for a request with a report, and for a report
 * command without a report, which the schema both allows.
 */
export const readRgpUpdate = (update: XmlElement): RgpRestore => {
  const content = new StrictContent(update)
  const restore = content.required("restore")
  content.end()
  const inside = new StrictContent(restore, ["op"])
  const operation = requiredAttribute(restore, "op", enumeration("request", "report"))
  const report = inside.optional("report")
  inside.end()
  if (operation === "report") {
    if (report === undefined) throw new CommandRefused(2003, "restore lacks its report", restore)
    return { operation, report: strictReport(report) }
  }
  if (report !== undefined) throw new CommandRefused(2005, "A restore request has no report", restore)
  return { operation }
}

const strictReport = (report: XmlElement): RgpReport => {
  const content = new StrictContent(report)
  const read = {
    before: mixedText(content.required("preData")),
    after: mixedText(content.required("postData")),
    deletedOn: content.requiredValue("delTime", dateTime),
    restoredOn: content.requiredValue("resTime", dateTime),
    reason: reportText(content.required("resReason")),
    statements: content.many("statement", 1, 2).map(reportText)
  }
  const other = content.optional("other")
  content.end()
  return present({ ...read, other: other && mixedText(other) })
}

const reportText = (part: XmlElement): string => {
  optionalAttribute(part, "lang", language)
  return mixedText(part, ["lang"])
}

/** Reads `infData` or `upData`. */
export const readRgpStatuses = (data: XmlElement): Pick<ResponseExtension, "rgp"> | undefined =>
  data.name === "infData" || data.name === "upData" ? { rgp: readStatuses(data, "rgpStatus") } : undefined
