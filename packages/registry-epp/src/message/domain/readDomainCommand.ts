import { clientId, date, enumeration, label, token } from "../../xml/SimpleType.ts"
import { optionalAttribute, requiredAttribute, StrictContent, valueOf } from "../../xml/StrictContent.ts"
import type { XmlElement } from "../../xml/XmlElement.ts"
import type { CommandContent } from "../CommandContent.ts"
import { CommandRefused } from "../CommandProblem.ts"
import type {
  DomainCommand,
  DomainCreate,
  DomainInfo,
  DomainRenew,
  DomainTransfer,
  DomainUpdate,
  EppContactLink,
  EppDomainParts,
  EppHostAttribute,
  EppNameservers,
  TransferOperation
} from "../DomainCommand.ts"
import {
  strictAddress,
  strictAuthInfo,
  strictList,
  strictOnly,
  strictPeriod,
  strictStatus
} from "../object/strictObjectParts.ts"
import { present } from "../present.ts"
import {
  readCheckExtension,
  readCreateExtension,
  readInfoExtension,
  readRenewExtension,
  readTransferExtension,
  readUpdateExtension
} from "./readDomainExtension.ts"

/** Reads an element of the domain mapping strictly by its schema (RFC 5731, section 4), and its extensions. */
export const readDomainCommand = (content: CommandContent): DomainCommand => {
  const { extensions, object } = content
  switch (content.verb) {
    case "check":
      return present({
        _tag: "DomainCheck",
        names: strictList(object, "name"),
        extension: readCheckExtension(extensions)
      })
    case "info":
      return present({ ...info(object), extension: readInfoExtension(extensions) })
    case "create":
      return present({ ...create(object), extension: readCreateExtension(extensions) })
    case "update":
      return present({ ...update(object), extension: readUpdateExtension(extensions) })
    case "renew":
      return present({ ...renew(object), extension: readRenewExtension(extensions) })
    case "transfer":
      return present({ ...transfer(object, content.operation), extension: readTransferExtension(extensions) })
    case "delete":
      return present({ _tag: "DomainDelete", name: strictOnly(object, "name"), extension: extensions.onlyOthers() })
  }
}

const info = (object: XmlElement): Omit<DomainInfo, "extension"> => {
  const content = new StrictContent(object)
  const name = content.required("name")
  const authInfo = content.optional("authInfo")
  content.end()
  return present({
    _tag: "DomainInfo",
    name: valueOf(name, label, ["hosts"]),
    hosts: optionalAttribute(name, "hosts", enumeration("all", "del", "none", "sub")),
    authInfo: authInfo && strictAuthInfo(authInfo)
  })
}

const create = (object: XmlElement): Omit<DomainCreate, "extension"> => {
  const content = new StrictContent(object)
  const name = content.requiredValue("name", label)
  const period = content.optional("period")
  const nameservers = content.optional("ns")
  const registrant = content.optionalValue("registrant", clientId)
  const contacts = content.many("contact", 0)
  const authInfo = content.required("authInfo")
  content.end()
  return present({
    _tag: "DomainCreate",
    name,
    period: period && strictPeriod(period),
    nameservers: nameservers && strictNameservers(nameservers),
    registrant,
    contacts: contacts.map(contactLink),
    authInfo: strictAuthInfo(authInfo)
  })
}

const update = (object: XmlElement): Omit<DomainUpdate, "extension"> => {
  const content = new StrictContent(object)
  const name = content.requiredValue("name", label)
  const add = content.optional("add")
  const remove = content.optional("rem")
  const change = content.optional("chg")
  content.end()
  return present({
    _tag: "DomainUpdate",
    name,
    add: add && parts(add),
    remove: remove && parts(remove),
    change: change && changes(change)
  })
}

/** Values to add or remove; undefined for an empty element, which the schema allows. */
const parts = (element: XmlElement): EppDomainParts | undefined => {
  const content = new StrictContent(element)
  const nameservers = content.optional("ns")
  const contacts = content.many("contact", 0)
  const statuses = content.many("status", 0, 11)
  content.end()
  if (element.children.length === 0) return undefined
  return present({
    nameservers: nameservers && strictNameservers(nameservers),
    contacts: contacts.map(contactLink),
    statuses: statuses.map((status) => strictStatus(status, statusName))
  })
}

const changes = (element: XmlElement): DomainUpdate["change"] => {
  const content = new StrictContent(element)
  const registrant = content.optionalValue("registrant", token(0, 16))
  const authInfo = content.optional("authInfo")
  content.end()
  if (element.children.length === 0) return undefined
  return present({ registrant, authInfo: authInfo && changedAuthInfo(authInfo) })
}

const changedAuthInfo = (element: XmlElement) => {
  const content = new StrictContent(element)
  if (content.optional("null") === undefined) return strictAuthInfo(element)
  content.end()
  return null
}

const renew = (object: XmlElement): Omit<DomainRenew, "extension"> => {
  const content = new StrictContent(object)
  const name = content.requiredValue("name", label)
  const currentExpiry = content.requiredValue("curExpDate", date)
  const period = content.optional("period")
  content.end()
  return present({ _tag: "DomainRenew", name, currentExpiry, period: period && strictPeriod(period) })
}

const transfer = (object: XmlElement, operation: TransferOperation): Omit<DomainTransfer, "extension"> => {
  const content = new StrictContent(object)
  const name = content.requiredValue("name", label)
  const period = content.optional("period")
  const authInfo = content.optional("authInfo")
  content.end()
  return present({
    _tag: "DomainTransfer",
    operation,
    name,
    period: period && strictPeriod(period),
    authInfo: authInfo && strictAuthInfo(authInfo)
  })
}

const strictNameservers = (element: XmlElement): EppNameservers => {
  const content = new StrictContent(element)
  const isObjects = content.peek()?.name === "hostObj"
  const nameservers: EppNameservers = isObjects
    ? { form: "objects", hosts: content.manyValues("hostObj", label, 1) }
    : { form: "attributes", hosts: content.many("hostAttr", 1).map(hostAttribute) }
  content.end()
  return nameservers
}

const hostAttribute = (element: XmlElement): EppHostAttribute => {
  const content = new StrictContent(element)
  const name = content.requiredValue("hostName", label)
  const addresses = content.many("hostAddr", 0).map(strictAddress)
  content.end()
  return { name, addresses }
}

/** The schema makes the type of a contact optional; a contact without a type is refused. */
const contactLink = (element: XmlElement): EppContactLink => {
  const id = valueOf(element, clientId, ["type"])
  if (element.attributes["type"] === undefined) throw new CommandRefused(2003, "contact lacks its type", element)
  return { id, type: requiredAttribute(element, "type", enumeration("admin", "billing", "tech")) }
}

const statusName = enumeration(
  "clientDeleteProhibited",
  "clientHold",
  "clientRenewProhibited",
  "clientTransferProhibited",
  "clientUpdateProhibited",
  "inactive",
  "ok",
  "pendingCreate",
  "pendingDelete",
  "pendingRenew",
  "pendingTransfer",
  "pendingUpdate",
  "serverDeleteProhibited",
  "serverHold",
  "serverRenewProhibited",
  "serverTransferProhibited",
  "serverUpdateProhibited"
)
