import { anyUri, clientId, language, pattern, token } from "../../xml/SimpleType.ts"
import { StrictContent } from "../../xml/StrictContent.ts"
import type { XmlElement } from "../../xml/XmlElement.ts"
import type { CommandExtensions } from "../CommandExtensions.ts"
import { CommandRefused } from "../CommandProblem.ts"
import { EppUri } from "../EppUri.ts"
import { present } from "../present.ts"
import type { Login, UserAgent } from "../SessionCommand.ts"
import { longPasswordMarker } from "./LongPassword.ts"

/** Reads `login` strictly by its schema. Passwords of the login security extension replace their markers. */
export const readLogin = (element: XmlElement, extensions: CommandExtensions): Login => {
  const content = new StrictContent(element)
  const id = content.requiredValue("clID", clientId)
  const password = content.requiredValue("pw", shortPassword)
  const newPassword = content.optionalValue("newPW", shortPassword)
  const options = readOptions(content.required("options"))
  const services = readServices(content.required("svcs"))
  content.end()
  const security = extensions.take(EppUri.loginSec, "loginSec", readSecurity)
  extensions.others()
  return present({
    _tag: "Login",
    clientId: id,
    password: joined("pw", password, security?.password),
    newPassword: newPassword === undefined ? newPassword : joined("newPW", newPassword, security?.newPassword),
    ...options,
    ...services,
    userAgent: security?.userAgent
  })
}

const shortPassword = token(6, 16)
const longPassword = token(6)

/** A marker without its password, or a password without its marker, is ambiguous. */
const joined = (name: string, short: string, long: string | undefined): string => {
  if (short !== longPasswordMarker) {
    if (long !== undefined) throw new CommandRefused(2005, `The login has both ${name} and loginSec:${name}`)
    return short
  }
  if (long === undefined) throw new CommandRefused(2003, `loginSec:${name} is missing`)
  return long
}

/** The schema has one version. Another one is 2100 instead of a syntax error (RFC 5730, section 3). */
const readOptions = (element: XmlElement): Pick<Login, "language" | "version"> => {
  const content = new StrictContent(element)
  const version = content.requiredValue("version", pattern(/^[1-9]+\.[0-9]+$/))
  const chosen = content.requiredValue("lang", language)
  content.end()
  if (version !== "1.0") {
    throw new CommandRefused(2100, "The version of the protocol is not supported", element.children[0])
  }
  return { version, language: chosen }
}

const readServices = (element: XmlElement): Pick<Login, "extensions" | "objects"> => {
  const content = new StrictContent(element)
  const objects = content.manyValues("objURI", anyUri, 1)
  const extension = content.optional("svcExtension")
  content.end()
  if (extension === undefined) return { objects, extensions: [] }
  const inside = new StrictContent(extension)
  const extensions = inside.manyValues("extURI", anyUri, 1)
  inside.end()
  return { objects, extensions }
}

const readSecurity = (element: XmlElement) => {
  const content = new StrictContent(element)
  const userAgent = content.optional("userAgent")
  const password = content.optionalValue("pw", longPassword)
  const newPassword = content.optionalValue("newPW", longPassword)
  content.end()
  return { userAgent: userAgent && readUserAgent(userAgent), password, newPassword }
}

const readUserAgent = (element: XmlElement): UserAgent => {
  const content = new StrictContent(element)
  const parts = {
    app: content.optionalValue("app", token()),
    tech: content.optionalValue("tech", token()),
    os: content.optionalValue("os", token())
  }
  content.end()
  if (element.children.length === 0) content.required("app")
  return present(parts)
}
