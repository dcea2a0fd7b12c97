import { element, textElement } from "../../xml/writeXml.ts"
import type { XmlElement } from "../../xml/XmlElement.ts"
import { EppUri } from "../EppUri.ts"
import {
  readAuthInfo,
  readAvailabilities,
  readHistory,
  readPendingAction,
  readStatuses,
  readTransferParts
} from "../object/readObjectParts.ts"
import {
  writeAuthInfo,
  writeAvailabilities,
  writeHistory,
  writeStatuses,
  writeTransferParts
} from "../object/writeObjectParts.ts"
import { present } from "../present.ts"
import type {
  ContactChecked,
  ContactCreatedData,
  ContactData,
  ContactTransferData,
  PendingActionData
} from "../ResponseData.ts"
import { requiredText, textOf } from "../UnreadablePart.ts"
import { readDisclose, writeDisclose } from "./disclose.ts"
import { readPostalInfos, writePostalInfo } from "./postalInfo.ts"
import { readTelephone, writeTelephone } from "./telephone.ts"

type ContactAnswer = ContactChecked | ContactData | ContactCreatedData | ContactTransferData

/** The element of `resData` in a response (RFC 5733, section 3). */
export const writeContactData = (data: ContactAnswer): string => {
  switch (data._tag) {
    case "ContactChecked":
      return written("chkData", writeAvailabilities("contact", "id", data.ids))
    case "ContactData":
      return written("infData", information(data))
    case "ContactCreatedData":
      return written("creData", writeId(data.id) + textElement("contact:crDate", data.createdOn))
    case "ContactTransferData":
      return written("trnData", writeId(data.id) + writeTransferParts("contact", data))
  }
}

const written = (name: string, content: string): string =>
  element(`contact:${name}`, content, { "xmlns:contact": EppUri.contact })

const writeId = (id: string): string => textElement("contact:id", id)

const information = (data: ContactData): string =>
  writeId(data.id)
  + textElement("contact:roid", data.roid)
  + writeStatuses("contact:status", data.statuses)
  + data.postalInfos.map(writePostalInfo).join("")
  + writeTelephone("voice", data.voice)
  + writeTelephone("fax", data.fax)
  + textElement("contact:email", data.email)
  + writeHistory("contact", data)
  + textElement("contact:trDate", data.transferredOn)
  + writeAuthInfo("contact", data.authInfo)
  + writeDisclose(data.disclose)

/** Reads the element of `resData`; undefined for an unknown one. Throws `UnreadablePart`. */
export const readContactData = (data: XmlElement): ContactAnswer | PendingActionData | undefined => {
  switch (data.name) {
    case "chkData":
      return { _tag: "ContactChecked", ids: readAvailabilities(data, "id") }
    case "infData":
      return readInformation(data)
    case "creData":
      return { _tag: "ContactCreatedData", id: requiredText(data, "id"), createdOn: requiredText(data, "crDate") }
    case "trnData":
      return { _tag: "ContactTransferData", id: requiredText(data, "id"), ...readTransferParts(data) }
    case "panData":
      return readPendingAction(data, "contact", "id")
    default:
      return undefined
  }
}

const readInformation = (data: XmlElement): ContactData =>
  present({
    _tag: "ContactData",
    id: requiredText(data, "id"),
    roid: requiredText(data, "roid"),
    statuses: readStatuses(data),
    postalInfos: readPostalInfos(data),
    voice: readTelephone(data, "voice"),
    fax: readTelephone(data, "fax"),
    // Some registries disclose it only to the sponsor, although the schema requires it.
    email: textOf(data, "email") ?? "",
    ...readHistory(data),
    authInfo: readAuthInfo(data),
    disclose: readDisclose(data)
  })
