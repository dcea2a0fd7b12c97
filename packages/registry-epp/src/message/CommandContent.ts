import type { XmlElement } from "../xml/XmlElement.ts"
import type { CommandExtensions } from "./CommandExtensions.ts"
import type { TransferOperation } from "./DomainCommand.ts"

/** The commands whose content belongs to an object mapping. */
export type EppVerb = "check" | "create" | "delete" | "info" | "renew" | "transfer" | "update"

/** Input of a reader of an object mapping: the element below the verb, and the extensions of the command. */
export type CommandContent =
  & (
    | { readonly verb: Exclude<EppVerb, "transfer"> }
    | { readonly verb: "transfer"; readonly operation: TransferOperation }
  )
  & {
    readonly object: XmlElement
    readonly extensions: CommandExtensions
  }
