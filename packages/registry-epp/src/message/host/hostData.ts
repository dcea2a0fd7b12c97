import { element, textElement } from "../../xml/writeXml.ts"
import { childrenOf, type XmlElement } from "../../xml/XmlElement.ts"
import { EppUri } from "../EppUri.ts"
import {
  readAddress,
  readAvailabilities,
  readHistory,
  readPendingAction,
  readStatuses
} from "../object/readObjectParts.ts"
import { writeAvailabilities, writeHistory, writeStatuses } from "../object/writeObjectParts.ts"
import { present } from "../present.ts"
import type { HostChecked, HostCreatedData, HostData, PendingActionData } from "../ResponseData.ts"
import { requiredText } from "../UnreadablePart.ts"

type HostAnswer = HostChecked | HostData | HostCreatedData

/** The element of `resData` in a response (RFC 5732, section 3). */
export const writeHostData = (data: HostAnswer): string => {
  switch (data._tag) {
    case "HostChecked":
      return written("chkData", writeAvailabilities("host", "name", data.names))
    case "HostData":
      return written("infData", information(data))
    case "HostCreatedData":
      return written("creData", writeName(data.name) + textElement("host:crDate", data.createdOn))
  }
}

const written = (name: string, content: string): string =>
  element(`host:${name}`, content, { "xmlns:host": EppUri.host })

const writeName = (name: string): string => textElement("host:name", name)

const information = (data: HostData): string =>
  writeName(data.name)
  + textElement("host:roid", data.roid)
  + writeStatuses("host:status", data.statuses)
  + data.addresses.map(({ address, version }) => textElement("host:addr", address, { ip: version })).join("")
  + writeHistory("host", data)
  + textElement("host:trDate", data.transferredOn)

/** Reads the element of `resData`; undefined for an unknown one. Throws `UnreadablePart`. */
export const readHostData = (data: XmlElement): HostAnswer | PendingActionData | undefined => {
  switch (data.name) {
    case "chkData":
      return { _tag: "HostChecked", names: readAvailabilities(data, "name") }
    case "infData":
      return present({
        _tag: "HostData",
        name: requiredText(data, "name"),
        roid: requiredText(data, "roid"),
        statuses: readStatuses(data),
        addresses: childrenOf(data, "addr").map(readAddress),
        ...readHistory(data)
      })
    case "creData":
      return { _tag: "HostCreatedData", name: requiredText(data, "name"), createdOn: requiredText(data, "crDate") }
    case "panData":
      return readPendingAction(data, "host", "name")
    default:
      return undefined
  }
}
