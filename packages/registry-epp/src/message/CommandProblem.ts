import type { XmlElement } from "../xml/XmlElement.ts"

/** Reason why a document is not a valid command; `code` is the result code (RFC 5730, section 3). */
export interface CommandProblem {
  readonly code: 2000 | 2001 | 2002 | 2003 | 2005 | 2100 | 2101 | 2102 | 2103 | 2307
  readonly message: string
  /** The element at fault; never one with a password in it. */
  readonly value?: XmlElement
  /** The command's transaction id, if it could be read. */
  readonly clTRID?: string
}

/** Thrown for a part of a command that the schema allows and this server does not support. */
export class CommandRefused extends Error {
  override readonly name = "CommandRefused"
  readonly code: CommandProblem["code"]
  readonly value: XmlElement | undefined

  constructor(code: CommandProblem["code"], message: string, value?: XmlElement) {
    super(message)
    this.code = code
    this.value = value
  }
}
