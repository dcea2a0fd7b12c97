import { container, element, escapeXml, textElement, writeTree } from "../xml/writeXml.ts"
import type { XmlElement } from "../xml/XmlElement.ts"
import { writeContactData } from "./contact/contactData.ts"
import { writeDomainData } from "./domain/writeDomainData.ts"
import { eppDocument } from "./eppDocument.ts"
import type { EppQueue, EppResponse, EppResult, ServerMessage } from "./EppResponse.ts"
import { EppUri } from "./EppUri.ts"
import { writeResponseExtension } from "./extension/writeResponseExtension.ts"
import { writeHostData } from "./host/hostData.ts"
import { writeMaintenanceData } from "./maintenance/maintenanceData.ts"
import { writePendingAction } from "./object/writeObjectParts.ts"
import type { PendingActionData, ResponseData } from "./ResponseData.ts"
import { writeGreeting } from "./session/greeting.ts"

/** Document of a greeting or a response. Throws `IllegalXmlCharacter`. */
export const writeServerMessage = (message: ServerMessage): string =>
  eppDocument(message._tag === "Greeting" ? writeGreeting(message) : response(message))

const response = ({ clTRID, data, extension, queue, results, svTRID }: EppResponse): string =>
  element(
    "response",
    results.map(result).join("")
      + (queue === undefined ? "" : messageQueue(queue))
      + container("resData", data === undefined ? "" : responseData(data))
      + container("extension", writeResponseExtension(extension, data))
      + element("trID", textElement("clTRID", clTRID) + textElement("svTRID", svTRID))
  )

const result = ({ code, message, reasons, values }: EppResult): string =>
  element(
    "result",
    textElement("msg", message)
      + values.map(errorValue).join("")
      + reasons.map(({ reason, value }) => element("extValue", errorValue(value) + textElement("reason", reason))).join(
        ""
      ),
    { code }
  )

/** The tree declares its namespace itself, because the default namespace around it is that of EPP. */
const errorValue = (value: XmlElement): string => element("value", writeTree(value, EppUri.epp))

const messageQueue = ({ count, date, id, message }: EppQueue): string =>
  element("msgQ", textElement("qDate", date) + (message === undefined ? "" : element("msg", escapeXml(message))), {
    count,
    id
  })

const responseData = (data: ResponseData): string => {
  switch (data._tag) {
    case "DomainChecked":
    case "DomainData":
    case "DomainCreatedData":
    case "DomainRenewedData":
    case "DomainTransferData":
      return writeDomainData(data)
    case "PendingActionData":
      return pendingAction(data)
    case "MaintenanceData":
      return writeMaintenanceData(data)
    case "UnknownData":
      return writeTree(data.element, EppUri.epp)
    case "ContactChecked":
    case "ContactData":
    case "ContactCreatedData":
    case "ContactTransferData":
      return writeContactData(data)
    case "HostChecked":
    case "HostData":
    case "HostCreatedData":
      return writeHostData(data)
  }
}

const pendingAction = (data: PendingActionData): string =>
  element(
    `${data.object}:panData`,
    writePendingAction(data.object, data.object === "contact" ? "id" : "name", data),
    { [`xmlns:${data.object}`]: EppUri[data.object] }
  )
