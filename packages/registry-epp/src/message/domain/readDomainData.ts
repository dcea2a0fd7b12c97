import { trimmed } from "../../xml/whiteSpace.ts"
import { child, childrenOf, type XmlElement } from "../../xml/XmlElement.ts"
import type { EppContactLink, EppNameservers } from "../DomainCommand.ts"
import {
  readAddress,
  readAuthInfo,
  readAvailabilities,
  readHistory,
  readPendingAction,
  readStatuses,
  readTransferParts
} from "../object/readObjectParts.ts"
import { present } from "../present.ts"
import type { DomainData, ResponseData } from "../ResponseData.ts"
import { requiredText, textOf } from "../UnreadablePart.ts"

/** Reads an element of the domain mapping in any order; undefined for an unknown one. Throws `UnreadablePart`. */
export const readDomainData = (data: XmlElement): ResponseData | undefined => {
  switch (data.name) {
    case "chkData":
      return { _tag: "DomainChecked", names: readAvailabilities(data, "name") }
    case "infData":
      return info(data)
    case "creData":
      return present({
        _tag: "DomainCreatedData",
        name: requiredText(data, "name"),
        createdOn: requiredText(data, "crDate"),
        expiresOn: textOf(data, "exDate")
      })
    case "renData":
      return present({
        _tag: "DomainRenewedData",
        name: requiredText(data, "name"),
        expiresOn: textOf(data, "exDate")
      })
    case "trnData":
      return present({
        _tag: "DomainTransferData",
        name: requiredText(data, "name"),
        ...readTransferParts(data),
        expiresOn: textOf(data, "exDate")
      })
    case "panData":
      return readPendingAction(data, "domain", "name")
    default:
      return undefined
  }
}

const info = (data: XmlElement): DomainData => {
  const nameservers = child(data, "ns")
  return present({
    _tag: "DomainData",
    name: requiredText(data, "name"),
    roid: requiredText(data, "roid"),
    statuses: readStatuses(data),
    registrant: textOf(data, "registrant"),
    contacts: childrenOf(data, "contact").map(contactLink).filter((contact) => contact !== undefined),
    nameservers: nameservers && readNameservers(nameservers),
    subordinateHosts: childrenOf(data, "host").map((host) => trimmed(host.text)),
    ...readHistory(data),
    expiresOn: textOf(data, "exDate"),
    authInfo: readAuthInfo(data)
  })
}

/** Contacts with roles outside of the standard are omitted. */
const contactLink = (contact: XmlElement): EppContactLink | undefined => {
  const type = contact.attributes["type"]
  return type === "admin" || type === "billing" || type === "tech" ? { type, id: trimmed(contact.text) } : undefined
}

const readNameservers = (element: XmlElement): EppNameservers | undefined => {
  const objects = childrenOf(element, "hostObj")
  if (objects.length > 0) return { form: "objects", hosts: objects.map((host) => trimmed(host.text)) }
  const attributes = childrenOf(element, "hostAttr")
  if (attributes.length === 0) return undefined
  return {
    form: "attributes",
    hosts: attributes.map((host) => ({
      name: requiredText(host, "hostName"),
      addresses: childrenOf(host, "hostAddr").map(readAddress)
    }))
  }
}
