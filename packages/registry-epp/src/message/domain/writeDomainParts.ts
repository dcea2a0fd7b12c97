import { container, element, textElement } from "../../xml/writeXml.ts"
import type { EppContactLink, EppHostAttribute, EppNameservers } from "../DomainCommand.ts"

/** `domain:ns` in either form; empty for none. */
export const writeNameservers = (nameservers: EppNameservers | undefined): string =>
  nameservers === undefined ? "" : container(
    "domain:ns",
    nameservers.form === "objects"
      ? nameservers.hosts.map((name) => textElement("domain:hostObj", name)).join("")
      : nameservers.hosts.map(hostAttribute).join("")
  )

/** The contacts of a domain except its registrant. */
export const writeContactLinks = (contacts: ReadonlyArray<EppContactLink>): string =>
  contacts.map(({ id, type }) => textElement("domain:contact", id, { type })).join("")

const hostAttribute = ({ addresses, name }: EppHostAttribute): string =>
  element(
    "domain:hostAttr",
    textElement("domain:hostName", name)
      + addresses.map(({ address, version }) => textElement("domain:hostAddr", address, { ip: version })).join("")
  )
