import { Result } from "effect"
import { readXml } from "../xml/readXml.ts"
import { enumeration, token, transactionId } from "../xml/SimpleType.ts"
import { optionalAttribute, requiredAttribute, SchemaViolation, StrictContent } from "../xml/StrictContent.ts"
import { writeTree } from "../xml/writeXml.ts"
import { childText, type XmlElement } from "../xml/XmlElement.ts"
import type { CommandContent, EppVerb } from "./CommandContent.ts"
import { CommandExtensions } from "./CommandExtensions.ts"
import { type CommandProblem, CommandRefused } from "./CommandProblem.ts"
import { readContactCommand } from "./contact/readContactCommand.ts"
import { readDomainCommand } from "./domain/readDomainCommand.ts"
import type { EppCommand } from "./EppCommand.ts"
import { EppUri } from "./EppUri.ts"
import { feeUris } from "./extension/feeUri.ts"
import { readHostCommand } from "./host/readHostCommand.ts"
import { holdsSecret, isSecretElement } from "./secretElements.ts"
import { readLogin } from "./session/readLogin.ts"

/** A command received by a server. */
export interface ReadCommand {
  readonly command: EppCommand
  readonly clTRID?: string
}

/**
 * Reads a client's document strictly by the schemas of EPP: order, number, types and namespaces. Elements are
 * identified by their namespace, with any prefix. `trees` are namespaces of extensions without a codec, which are
 * accepted as trees.
 */
export const readCommand = (
  document: string,
  trees: ReadonlySet<string> = noTrees
): Result.Result<ReadCommand, CommandProblem> => {
  const root = readXml(document)
  if (Result.isFailure(root)) return Result.fail({ code: 2001, message: `The document is not XML: ${root.failure}` })
  const clTRID = transactionIdOf(root.success)
  try {
    const command = readRoot(root.success, trees)
    return Result.succeed(clTRID === undefined ? { command } : { command, clTRID })
  } catch (error) {
    return Result.fail({ ...problemOf(error, root.success), ...(clTRID === undefined ? {} : { clTRID }) })
  }
}

const noTrees: ReadonlySet<string> = new Set()

/** Problem of an error thrown by the readers. Any other error is a defect. */
const problemOf = (error: unknown, root: XmlElement): CommandProblem => {
  if (error instanceof SchemaViolation) {
    return { code: 2001, message: `The document is not valid: ${error.message}`, ...shown(error.element, root) }
  }
  if (error instanceof CommandRefused) return { code: error.code, message: error.message, ...shown(error.value, root) }
  throw error
}

/**
 * The element at fault if it may be returned: part of the command, short, and without secrets, because responses are
 * logged. In an unknown namespace it is unknown which elements contain secrets.
 */
const shown = (value: XmlElement | undefined, root: XmlElement): Pick<CommandProblem, "value"> =>
  value === undefined || !holds(root, value) || !isKnown(value) || holdsSecret(value) || isInSecret(value, root)
    || writeTree(value).length > longestValue
    ? {}
    : { value }

/** Maximum length of a returned element, in characters. */
const longestValue = 1000

const isKnown = ({ children, namespace }: XmlElement): boolean => namespaces.has(namespace) && children.every(isKnown)
const namespaces: ReadonlySet<string> = new Set([...Object.values(EppUri), ...feeUris])

const isInSecret = (value: XmlElement, around: XmlElement): boolean =>
  isSecretElement(around) ? holds(around, value) : around.children.some((child) => isInSecret(value, child))

const holds = (element: XmlElement, wanted: XmlElement): boolean =>
  element === wanted || element.children.some((child) => holds(child, wanted))

/** The id is read before the rest is validated, so that a refusal can contain it. */
const transactionIdOf = (root: XmlElement): string | undefined => {
  const command = root.children.find(({ name }) => name === "command")
  return command && transactionId(childText(command, "clTRID") ?? "")
}

const readRoot = (root: XmlElement, trees: ReadonlySet<string>): EppCommand => {
  if (root.name !== "epp") throw new SchemaViolation(`The document is ${root.name} and not epp`, root)
  if (root.namespace !== EppUri.epp) {
    throw /^urn:ietf:params:xml:ns:epp-[0-9]/.test(root.namespace)
      ? new CommandRefused(2100, "The version of the protocol is not supported")
      : new SchemaViolation("epp is not of the namespace of EPP", root)
  }
  const content = new StrictContent(root)
  if (content.optional("hello") !== undefined) {
    content.end()
    return { _tag: "Hello" }
  }
  if (content.optional("extension") !== undefined) {
    throw new CommandRefused(2101, "Extensions of the protocol are not supported")
  }
  const command = content.required("command")
  content.end()
  return readVerb(command, trees)
}

const readVerb = (command: XmlElement, trees: ReadonlySet<string>): EppCommand => {
  const content = new StrictContent(command)
  const verb = content.peek()
  if (verb === undefined) throw new SchemaViolation("command is empty", command)
  if (verb.namespace === EppUri.epp && (verb.name === "extension" || verb.name === "clTRID")) {
    throw new SchemaViolation(`command begins with ${verb.name}`, verb)
  }
  const read = verb.namespace === EppUri.epp ? verbs.get(verb.name) : undefined
  if (read === undefined) throw new CommandRefused(2000, `The command ${verb.name} is not known`, verb)
  content.required(verb.name)
  const extensions = readExtensions(content.optional("extension"), trees)
  content.optionalValue("clTRID", transactionId)
  content.end()
  return read(verb, extensions)
}

const readExtensions = (element: XmlElement | undefined, trees: ReadonlySet<string>): CommandExtensions => {
  if (element === undefined) return new CommandExtensions([], trees)
  const elements = new StrictContent(element).others()
  if (elements.length === 0) throw new SchemaViolation("extension is empty", element)
  return new CommandExtensions(elements, trees)
}

type VerbReader = (verb: XmlElement, extensions: CommandExtensions) => EppCommand

const logout: VerbReader = (_, extensions) => {
  extensions.others()
  return { _tag: "Logout" }
}

const poll: VerbReader = (element, extensions) => {
  new StrictContent(element, ["op", "msgID"]).end()
  if (element.text !== "") throw new SchemaViolation("poll holds text", element)
  extensions.others()
  const operation = requiredAttribute(element, "op", enumeration("ack", "req"))
  const messageId = optionalAttribute(element, "msgID", token())
  if (operation === "req") {
    if (messageId !== undefined) throw new CommandRefused(2005, "A poll request names no message", element)
    return { _tag: "PollRequest" }
  }
  if (messageId === undefined) throw new CommandRefused(2003, "A poll acknowledgement lacks msgID", element)
  return { _tag: "PollAcknowledgement", messageId }
}

const onObject = (verb: Exclude<EppVerb, "transfer">): VerbReader => (element, extensions) =>
  readObject({ verb, extensions, object: objectOf(element, []) })

const transfer: VerbReader = (element, extensions) => {
  const object = objectOf(element, ["op"])
  const operation = requiredAttribute(element, "op", enumeration("approve", "cancel", "query", "reject", "request"))
  return readObject({ verb: "transfer", operation, extensions, object })
}

const verbs: ReadonlyMap<string, VerbReader> = new Map([
  ["check", onObject("check")],
  ["create", onObject("create")],
  ["delete", onObject("delete")],
  ["info", onObject("info")],
  ["login", readLogin],
  ["logout", logout],
  ["poll", poll],
  ["renew", onObject("renew")],
  ["transfer", transfer],
  ["update", onObject("update")]
])

const objectOf = (verb: XmlElement, attributes: ReadonlyArray<string>): XmlElement => {
  const [first] = verb.children
  if (first?.namespace === "") {
    throw new CommandRefused(2101, `${verb.name} is not supported for an object without a namespace`, first)
  }
  const object = new StrictContent(verb, attributes).requiredOther()
  if (mappings.has(object.namespace) && object.name !== verb.name) {
    throw new CommandRefused(2001, `${verb.name} holds ${object.name}`, object)
  }
  return object
}

/** Readers of the content of a command by the namespace of the object mapping. */
const mappings = new Map<string, (content: CommandContent) => EppCommand>([
  [EppUri.domain, readDomainCommand],
  [EppUri.contact, readContactCommand],
  [EppUri.host, readHostCommand]
])

const readObject = (content: CommandContent): EppCommand => {
  const read = mappings.get(content.object.namespace)
  if (read === undefined) {
    throw new CommandRefused(2307, `Objects of ${content.object.namespace} are not supported`, content.object)
  }
  return read(content)
}
