import { container, element, textElement } from "../../xml/writeXml.ts"
import type { ContactCommand, ContactCreate, ContactUpdate } from "../ContactCommand.ts"
import type { AuthInfo } from "../DomainCommand.ts"
import { EppUri } from "../EppUri.ts"
import { writeAuthInfo, writeStatuses } from "../object/writeObjectParts.ts"
import { writeDisclose } from "./disclose.ts"
import { writePostalInfo } from "./postalInfo.ts"
import { writeTelephone } from "./telephone.ts"

/** The element of the contact mapping in a command (RFC 5733, section 3). */
export const writeContactCommand = (command: ContactCommand): string => {
  switch (command._tag) {
    case "ContactCheck":
      return written("check", command.ids.map(writeId).join(""))
    case "ContactInfo":
      return written("info", identified(command))
    case "ContactCreate":
      return written("create", writeId(command.id) + details(command))
    case "ContactUpdate":
      return written("update", changes(command))
    case "ContactTransfer":
      return written("transfer", identified(command))
    case "ContactDelete":
      return written("delete", writeId(command.id))
  }
}

const written = (verb: string, content: string): string =>
  element(`contact:${verb}`, content, { "xmlns:contact": EppUri.contact })

const writeId = (id: string): string => textElement("contact:id", id)

const identified = ({ authInfo, id }: { readonly id: string; readonly authInfo?: AuthInfo }): string =>
  writeId(id) + writeAuthInfo("contact", authInfo)

const details = (of: ContactCreate | NonNullable<ContactUpdate["change"]>): string =>
  of.postalInfos.map(writePostalInfo).join("")
  + writeTelephone("voice", of.voice)
  + writeTelephone("fax", of.fax)
  + textElement("contact:email", of.email)
  + writeAuthInfo("contact", of.authInfo)
  + writeDisclose(of.disclose)

const changes = ({ add = [], change, id, remove = [] }: ContactUpdate): string =>
  writeId(id)
  + container("contact:add", writeStatuses("contact:status", add))
  + container("contact:rem", writeStatuses("contact:status", remove))
  + (change === undefined ? "" : container("contact:chg", details(change)))
