import { element, textElement } from "../../xml/writeXml.ts"
import { EppUri } from "../EppUri.ts"
import {
  writeAuthInfo,
  writeAvailabilities,
  writeHistory,
  writeStatuses,
  writeTransferParts
} from "../object/writeObjectParts.ts"
import type {
  DomainChecked,
  DomainCreatedData,
  DomainData,
  DomainRenewedData,
  DomainTransferData
} from "../ResponseData.ts"
import { writeContactLinks, writeNameservers } from "./writeDomainParts.ts"

/** The element of the domain mapping in a response (RFC 5731, section 3). */
export const writeDomainData = (
  data: DomainChecked | DomainData | DomainCreatedData | DomainRenewedData | DomainTransferData
): string => {
  switch (data._tag) {
    case "DomainChecked":
      return mapped("chkData", writeAvailabilities("domain", "name", data.names))
    case "DomainData":
      return mapped("infData", info(data))
    case "DomainCreatedData":
      return mapped("creData", name(data.name) + textElement("domain:crDate", data.createdOn) + expiry(data.expiresOn))
    case "DomainRenewedData":
      return mapped("renData", name(data.name) + expiry(data.expiresOn))
    case "DomainTransferData":
      return mapped("trnData", name(data.name) + writeTransferParts("domain", data) + expiry(data.expiresOn))
  }
}

const info = (data: DomainData): string =>
  name(data.name)
  + textElement("domain:roid", data.roid)
  + writeStatuses("domain:status", data.statuses)
  + textElement("domain:registrant", data.registrant)
  + writeContactLinks(data.contacts)
  + writeNameservers(data.nameservers)
  + data.subordinateHosts.map((host) => textElement("domain:host", host)).join("")
  + writeHistory("domain", data)
  + expiry(data.expiresOn)
  + textElement("domain:trDate", data.transferredOn)
  + writeAuthInfo("domain", data.authInfo)

const mapped = (verb: string, content: string): string =>
  element(`domain:${verb}`, content, { "xmlns:domain": EppUri.domain })

const name = (text: string): string => textElement("domain:name", text)

const expiry = (date: string | undefined): string => textElement("domain:exDate", date)
