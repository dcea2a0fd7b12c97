import { trimmed } from "../../xml/whiteSpace.ts"
import { container, element, escapeXml } from "../../xml/writeXml.ts"
import { childrenOf, type XmlElement } from "../../xml/XmlElement.ts"
import { EppUri } from "../EppUri.ts"
import { present } from "../present.ts"
import type { LoginSecurityEvent, ResponseExtension } from "../ResponseExtension.ts"

/** Security events of a login (RFC 8807, section 4.1). */
export const writeLoginSecurityData = (events: ReadonlyArray<LoginSecurityEvent>): string =>
  container("loginSec:loginSecData", events.map(event).join(""), { "xmlns:loginSec": EppUri.loginSec })

const event = ({ duration, expiresOn, level, name, text, type, value }: LoginSecurityEvent): string =>
  element("loginSec:event", escapeXml(text), { type, name, level, exDate: expiresOn, value, duration })

/** Reads `loginSecData`. An event of an unknown type becomes a custom one with that name. */
export const readLoginSecurityData = (data: XmlElement): Pick<ResponseExtension, "loginSecurity"> | undefined =>
  data.name === "loginSecData" ? { loginSecurity: childrenOf(data, "event").map(readEvent) } : undefined

const readEvent = ({ attributes, text }: XmlElement): LoginSecurityEvent => {
  const type = attributes["type"]
  const standard = types.find((one) => one === type)
  return present({
    type: standard ?? "custom",
    name: attributes["name"] ?? (standard === undefined ? type : undefined),
    level: attributes["level"] === "error" ? "error" : "warning",
    expiresOn: attributes["exDate"],
    value: attributes["value"],
    duration: attributes["duration"],
    text: trimmed(text)
  })
}

const types = ["password", "certificate", "cipher", "tlsProtocol", "newPW", "stat", "custom"] as const
