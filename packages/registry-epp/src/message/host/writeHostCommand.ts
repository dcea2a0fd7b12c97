import { container, element, textElement } from "../../xml/writeXml.ts"
import type { EppAddress } from "../DomainCommand.ts"
import { EppUri } from "../EppUri.ts"
import type { EppHostParts, HostCommand, HostUpdate } from "../HostCommand.ts"
import { writeStatuses } from "../object/writeObjectParts.ts"

/** The element of the host mapping in a command (RFC 5732, section 3). */
export const writeHostCommand = (command: HostCommand): string => {
  switch (command._tag) {
    case "HostCheck":
      return written("check", command.names.map(writeName).join(""))
    case "HostInfo":
      return written("info", writeName(command.name))
    case "HostCreate":
      return written("create", writeName(command.name) + writeAddresses(command.addresses))
    case "HostUpdate":
      return written("update", changes(command))
    case "HostDelete":
      return written("delete", writeName(command.name))
  }
}

const written = (verb: string, content: string): string =>
  element(`host:${verb}`, content, { "xmlns:host": EppUri.host })

const writeName = (name: string): string => textElement("host:name", name)

const writeAddresses = (addresses: ReadonlyArray<EppAddress>): string =>
  addresses.map(({ address, version }) => textElement("host:addr", address, { ip: version })).join("")

const changes = ({ add, name, newName, remove }: HostUpdate): string =>
  writeName(name)
  + parts("host:add", add)
  + parts("host:rem", remove)
  + (newName === undefined ? "" : element("host:chg", writeName(newName)))

const parts = (name: string, { addresses, statuses }: EppHostParts = { addresses: [], statuses: [] }): string =>
  container(name, writeAddresses(addresses) + writeStatuses("host:status", statuses))
