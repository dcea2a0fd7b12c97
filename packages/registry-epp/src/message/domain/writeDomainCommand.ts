import { container, element, textElement } from "../../xml/writeXml.ts"
import type { DomainCommand, DomainUpdate, EppDomainParts } from "../DomainCommand.ts"
import type { EppPeriod } from "../EppPeriod.ts"
import { EppUri } from "../EppUri.ts"
import { writeAuthInfo, writeStatuses } from "../object/writeObjectParts.ts"
import { writeContactLinks, writeNameservers } from "./writeDomainParts.ts"

/** The element of the domain mapping in a command (RFC 5731, section 3). */
export const writeDomainCommand = (command: DomainCommand): string => {
  switch (command._tag) {
    case "DomainCheck":
      return mapped("check", command.names.map(nameElement).join(""))
    case "DomainInfo":
      return mapped(
        "info",
        textElement("domain:name", command.name, { hosts: command.hosts }) + writeAuthInfo("domain", command.authInfo)
      )
    case "DomainCreate":
      return mapped(
        "create",
        nameElement(command.name)
          + period(command.period)
          + writeNameservers(command.nameservers)
          + textElement("domain:registrant", command.registrant)
          + writeContactLinks(command.contacts)
          + writeAuthInfo("domain", command.authInfo)
      )
    case "DomainUpdate":
      return mapped("update", update(command))
    case "DomainRenew":
      return mapped(
        "renew",
        nameElement(command.name) + textElement("domain:curExpDate", command.currentExpiry) + period(command.period)
      )
    case "DomainTransfer":
      return mapped(
        "transfer",
        nameElement(command.name) + period(command.period) + writeAuthInfo("domain", command.authInfo)
      )
    case "DomainDelete":
      return mapped("delete", nameElement(command.name))
  }
}

const mapped = (verb: string, content: string): string =>
  element(`domain:${verb}`, content, { "xmlns:domain": EppUri.domain })

const nameElement = (name: string): string => textElement("domain:name", name)

const period = (length: EppPeriod | undefined): string =>
  length === undefined ? "" : element("domain:period", String(length.value), { unit: length.unit })

/**
 * A restore contains only the name besides its extension (RFC 5731, section 3.2.5); some servers refuse an empty `chg`.
 */
const update = ({ add, change, name, remove }: DomainUpdate): string =>
  nameElement(name)
  + container("domain:add", changedParts(add))
  + container("domain:rem", changedParts(remove))
  + container("domain:chg", change === undefined ? "" : changes(change))

const changedParts = (parts: EppDomainParts | undefined): string =>
  parts === undefined
    ? ""
    : writeNameservers(parts.nameservers)
      + writeContactLinks(parts.contacts)
      + writeStatuses("domain:status", parts.statuses)

const changes = ({ authInfo, registrant }: NonNullable<DomainUpdate["change"]>): string =>
  textElement("domain:registrant", registrant)
  + (authInfo === null ? "<domain:authInfo><domain:null/></domain:authInfo>" : writeAuthInfo("domain", authInfo))
