import { Option } from "effect"
import { nestsTooDeeply } from "../shared/nesting.ts"
import { endOfValue, skipSpace } from "./endOfValue.ts"

/** A command as it was sent, parsed but not decoded, with its length in characters. */
export interface SentCommand {
  readonly command: unknown
  readonly length: number
}

/** A batch as it was sent. */
export interface SentBatch {
  /** Undefined if the body has no list of commands. `None` instead of a command: the text is not JSON. Read once. */
  readonly commands: Iterable<Option.Option<SentCommand>> | undefined
  /**
   * The body with an empty list of commands; `None` if it is not JSON. Called once, after all commands were read.
   */
  readonly frame: () => Option.Option<unknown>
}

/**
 * Parses the body of a batch, one command at a time, on demand. Parsing tens of megabytes at once would block other
 * requests for more than 100 ms. The text is released when it was read.
 */
export const readBatch = (body: string): SentBatch => {
  let text = body
  if (text === "") return { commands: undefined, frame: () => Option.some(undefined) }
  const list = listOfCommands(text)
  if (list === undefined) return { commands: undefined, frame: () => parseFlat(text) }
  let end = text.length
  const commands = function*(): Generator<Option.Option<SentCommand>> {
    let position = skipSpace(text, list.start)
    while (text[position] !== "]") {
      const after = endOfValue(text, position)
      const command = after === undefined ? Option.none() : parse(text.slice(position, after))
      const next = skipSpace(text, after ?? position)
      const isFollowed = text[next] === ","
      // A list does not end with a comma.
      const begin = isFollowed ? skipSpace(text, next + 1) : next
      const isList = isFollowed ? text[begin] !== "]" : text[next] === "]"
      if (after === undefined || Option.isNone(command) || !isList) return yield Option.none()
      yield Option.some({ command: command.value, length: after - position })
      position = begin
    }
    end = position
  }
  const frame = () => {
    const around = text.slice(0, list.start) + text.slice(end)
    text = ""
    return parseFlat(around)
  }
  return { commands: commands(), frame }
}

const parseFlat = (text: string) => nestsTooDeeply(text) ? Option.none() : parse(text)

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** Position of the first command, after the bracket; undefined if the body has no such list at its top. */
const listOfCommands = (text: string): { readonly start: number } | undefined => {
  let position = skipSpace(text, 0)
  if (text[position] !== "{") return undefined
  for (position = skipSpace(text, position + 1); text[position] === "\""; position = skipSpace(text, position + 1)) {
    const endOfName = endOfValue(text, position)
    if (endOfName === undefined) return undefined
    const colon = skipSpace(text, endOfName)
    const value = skipSpace(text, colon + 1)
    const isCommands = Option.contains(parse(text.slice(position, endOfName)), "commands")
    if (isCommands && text[value] === "[") return { start: value + 1 }
    const end = endOfValue(text, value)
    if (end === undefined) return undefined
    position = skipSpace(text, end)
    if (text[position] !== ",") return undefined
  }
  return undefined
}
