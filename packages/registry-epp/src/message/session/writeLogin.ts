import { collapsed } from "../../xml/SimpleType.ts"
import { container, element, textElement } from "../../xml/writeXml.ts"
import { EppUri } from "../EppUri.ts"
import { IllegalCommand } from "../IllegalCommand.ts"
import type { Login, UserAgent } from "../SessionCommand.ts"
import { isLongPassword, longPasswordMarker } from "./LongPassword.ts"

/**
 * The `login` element (RFC 5730, section 2.9.1.1). Throws `IllegalCommand` for a password that white space handling
 * would change, and for a long one if the login security extension is not announced.
 */
export const writeLogin = (login: Login): string =>
  element(
    "login",
    textElement("clID", login.clientId)
      + textElement("pw", shortened(login, login.password))
      + textElement("newPW", login.newPassword === undefined ? undefined : shortened(login, login.newPassword))
      + element("options", textElement("version", login.version) + textElement("lang", login.language))
      + element(
        "svcs",
        login.objects.map((uri) => textElement("objURI", uri)).join("")
          + container("svcExtension", login.extensions.map((uri) => textElement("extURI", uri)).join(""))
      )
  )

/** Its extension element (RFC 8807, section 4.1); empty if there is no data, or the server has no such extension. */
export const writeLoginSecurity = (login: Login): string => {
  if (!login.extensions.includes(EppUri.loginSec)) return ""
  return container(
    "loginSec:loginSec",
    container("loginSec:userAgent", login.userAgent === undefined ? "" : userAgent(login.userAgent))
      + textElement("loginSec:pw", ifLong(login.password))
      + textElement("loginSec:newPW", ifLong(login.newPassword)),
    { "xmlns:loginSec": EppUri.loginSec }
  )
}

const shortened = (login: Login, password: string): string => {
  if (collapsed(password) !== password) {
    throw new IllegalCommand("A password begins or ends with white space, or has two spaces side by side")
  }
  if (!isLongPassword(password)) return password
  if (!login.extensions.includes(EppUri.loginSec)) {
    throw new IllegalCommand(
      "A password has more than 16 characters, and the login security extension is not announced"
    )
  }
  return longPasswordMarker
}

const ifLong = (password: string | undefined): string | undefined =>
  password !== undefined && isLongPassword(password) ? password : undefined

const userAgent = ({ app, os, tech }: UserAgent): string =>
  textElement("loginSec:app", app) + textElement("loginSec:tech", tech) + textElement("loginSec:os", os)
