import { enumeration, label } from "../../xml/SimpleType.ts"
import { SchemaViolation, StrictContent } from "../../xml/StrictContent.ts"
import type { XmlElement } from "../../xml/XmlElement.ts"
import type { CommandContent } from "../CommandContent.ts"
import type { EppHostParts, HostCommand, HostCreate, HostUpdate } from "../HostCommand.ts"
import { strictAddress, strictList, strictOnly, strictStatus } from "../object/strictObjectParts.ts"
import { present } from "../present.ts"

/** Reads an element of the host mapping strictly by its schema (RFC 5732, section 4), and its extensions. */
export const readHostCommand = ({ extensions, object, verb }: CommandContent): HostCommand => {
  const extension = () => present({ extension: extensions.onlyOthers() })
  switch (verb) {
    case "check":
      return { _tag: "HostCheck", names: strictList(object, "name"), ...extension() }
    case "info":
      return { _tag: "HostInfo", name: strictOnly(object, "name"), ...extension() }
    case "create":
      return { ...createOf(object), ...extension() }
    case "update":
      return { ...updateOf(object), ...extension() }
    case "delete":
      return { _tag: "HostDelete", name: strictOnly(object, "name"), ...extension() }
    default:
      throw new SchemaViolation(`The mapping of hosts has no ${verb}`, object)
  }
}

const createOf = (object: XmlElement): HostCreate => {
  const content = new StrictContent(object)
  const name = content.requiredValue("name", label)
  const addresses = content.many("addr", 0).map(strictAddress)
  content.end()
  return { _tag: "HostCreate", name, addresses }
}

const updateOf = (object: XmlElement): HostUpdate => {
  const content = new StrictContent(object)
  const name = content.requiredValue("name", label)
  const add = partsOf(content.optional("add"))
  const remove = partsOf(content.optional("rem"))
  const chg = content.optional("chg")
  content.end()
  return { _tag: "HostUpdate", name, ...present({ add, remove, newName: chg && strictOnly(chg, "name") }) }
}

/** Empty containers are valid and have no meaning. */
const partsOf = (part: XmlElement | undefined): EppHostParts | undefined => {
  if (part === undefined) return undefined
  const content = new StrictContent(part)
  const addresses = content.many("addr", 0).map(strictAddress)
  const statuses = content.many("status", 0, 7).map((status) => strictStatus(status, hostStatus))
  content.end()
  return part.children.length === 0 ? undefined : { addresses, statuses }
}

const hostStatus = enumeration(
  "clientDeleteProhibited",
  "clientUpdateProhibited",
  "linked",
  "ok",
  "pendingCreate",
  "pendingDelete",
  "pendingTransfer",
  "pendingUpdate",
  "serverDeleteProhibited",
  "serverUpdateProhibited"
)
