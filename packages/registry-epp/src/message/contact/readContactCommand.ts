import { clientId, enumeration, token } from "../../xml/SimpleType.ts"
import { SchemaViolation, StrictContent } from "../../xml/StrictContent.ts"
import type { XmlElement } from "../../xml/XmlElement.ts"
import type { CommandContent } from "../CommandContent.ts"
import type { ContactCommand, ContactCreate, ContactUpdate } from "../ContactCommand.ts"
import type { AuthInfo, EppStatus } from "../DomainCommand.ts"
import { strictAuthInfo, strictList, strictOnly, strictStatus } from "../object/strictObjectParts.ts"
import { present } from "../present.ts"
import { strictDisclose } from "./disclose.ts"
import { strictPostalInfo, strictPostalInfoChange } from "./postalInfo.ts"
import { strictTelephone } from "./telephone.ts"

/** Reads an element of the contact mapping strictly by its schema (RFC 5733, section 4), and its extensions. */
export const readContactCommand = (content: CommandContent): ContactCommand => {
  const { extensions, object, verb } = content
  const extension = () => present({ extension: extensions.onlyOthers() })
  switch (verb) {
    case "check":
      return { _tag: "ContactCheck", ids: strictList(object, "id", clientId), ...extension() }
    case "info":
      return { _tag: "ContactInfo", ...identityOf(object), ...extension() }
    case "create":
      return { ...createOf(object), ...extension() }
    case "update":
      return { ...updateOf(object), ...extension() }
    case "transfer":
      return { _tag: "ContactTransfer", operation: content.operation, ...identityOf(object), ...extension() }
    case "delete":
      return { _tag: "ContactDelete", id: strictOnly(object, "id", clientId), ...extension() }
    default:
      throw new SchemaViolation(`The mapping of contacts has no ${verb}`, object)
  }
}

const identityOf = (object: XmlElement): { readonly id: string; readonly authInfo?: AuthInfo } => {
  const content = new StrictContent(object)
  const id = content.requiredValue("id", clientId)
  const authInfo = optionalAuthInfo(content)
  content.end()
  return present({ id, authInfo })
}

const createOf = (object: XmlElement): ContactCreate => {
  const content = new StrictContent(object)
  const id = content.requiredValue("id", clientId)
  const postalInfos = content.many("postalInfo", 1, 2).map(strictPostalInfo)
  const { fax, voice } = telephonesOf(content)
  const email = content.requiredValue("email", token(1))
  const authInfo = strictAuthInfo(content.required("authInfo"))
  const disclose = strictDisclose(content.optional("disclose"))
  content.end()
  // An empty number in a create command has no meaning.
  const numbers = { voice: voice?.number === "" ? undefined : voice, fax: fax?.number === "" ? undefined : fax }
  return { _tag: "ContactCreate", id, postalInfos, email, authInfo, ...present({ ...numbers, disclose }) }
}

const telephonesOf = (content: StrictContent) => ({
  voice: strictTelephone(content.optional("voice")),
  fax: strictTelephone(content.optional("fax"))
})

const updateOf = (object: XmlElement): ContactUpdate => {
  const content = new StrictContent(object)
  const id = content.requiredValue("id", clientId)
  const add = statusesOf(content.optional("add"))
  const remove = statusesOf(content.optional("rem"))
  const change = changeOf(content.optional("chg"))
  content.end()
  return { _tag: "ContactUpdate", id, ...present({ add, remove, change }) }
}

const statusesOf = (part: XmlElement | undefined): ReadonlyArray<EppStatus> | undefined => {
  if (part === undefined) return undefined
  const content = new StrictContent(part)
  const statuses = content.many("status", 1, 7).map((status) => strictStatus(status, contactStatus))
  content.end()
  return statuses
}

/** Empty containers are valid and have no meaning. */
const changeOf = (chg: XmlElement | undefined): ContactUpdate["change"] => {
  if (chg === undefined) return undefined
  const content = new StrictContent(chg)
  const change = present({
    postalInfos: content.many("postalInfo", 0, 2).map(strictPostalInfoChange),
    ...telephonesOf(content),
    email: content.optionalValue("email", token(1)),
    authInfo: optionalAuthInfo(content),
    disclose: strictDisclose(content.optional("disclose"))
  })
  content.end()
  return chg.children.length === 0 ? undefined : change
}

const optionalAuthInfo = (content: StrictContent): AuthInfo | undefined => {
  const authInfo = content.optional("authInfo")
  return authInfo === undefined ? undefined : strictAuthInfo(authInfo)
}

const contactStatus = enumeration(
  "clientDeleteProhibited",
  "clientTransferProhibited",
  "clientUpdateProhibited",
  "linked",
  "ok",
  "pendingCreate",
  "pendingDelete",
  "pendingTransfer",
  "pendingUpdate",
  "serverDeleteProhibited",
  "serverTransferProhibited",
  "serverUpdateProhibited"
)
