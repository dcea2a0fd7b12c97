import { Option } from "effect"
import { nestsTooDeeply } from "../shared/nesting.ts"
import { endOfValue, skipSpace } from "./endOfValue.ts"

/** A command as it was sent, parsed but not decoded, and how many characters it takes up. */
export interface SentCommand {
  readonly command: unknown
  readonly length: number
}

/** A batch as it was sent. */
export interface SentBatch {
  /** Undefined where the body has no list of commands. None in place of a command: the text is not JSON. Read once. */
  readonly commands: Iterable<Option.Option<SentCommand>> | undefined
  /**
   * The body, with an empty list where the commands were; none where it is not JSON. Asked for once, when all commands
   * have been read.
   */
  readonly frame: () => Option.Option<unknown>
}

/**
 * Parses the body of a batch, each command by itself when it is asked for: to parse tens of megabytes in one piece
 * would keep every other request waiting for a tenth of a second and more. The text is let go of when it has been read.
 */
export const readBatch = (body: string): SentBatch => {
  let text = body
  if (text === "") return { commands: undefined, frame: () => Option.some(undefined) }
  const list = listOfCommands(text)
  if (list === undefined) return { commands: undefined, frame: () => parseFlat(text) }
  let end = text.length
  const commands = function*(): Generator<Option.Option<SentCommand>> {
    let place = skipSpace(text, list.start)
    while (text[place] !== "]") {
      const after = endOfValue(text, place)
      const command = after === undefined ? Option.none() : parse(text.slice(place, after))
      const next = skipSpace(text, after ?? place)
      const isFollowed = text[next] === ","
      // A list does not end with a comma.
      const begin = isFollowed ? skipSpace(text, next + 1) : next
      const isList = isFollowed ? text[begin] !== "]" : text[next] === "]"
      if (after === undefined || Option.isNone(command) || !isList) return yield Option.none()
      yield Option.some({ command: command.value, length: after - place })
      place = begin
    }
    end = place
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

/** Where the commands begin, after the bracket; undefined where the body has no such list at its top. */
const listOfCommands = (text: string): { readonly start: number } | undefined => {
  let place = skipSpace(text, 0)
  if (text[place] !== "{") return undefined
  for (place = skipSpace(text, place + 1); text[place] === "\""; place = skipSpace(text, place + 1)) {
    const endOfName = endOfValue(text, place)
    if (endOfName === undefined) return undefined
    const colon = skipSpace(text, endOfName)
    const value = skipSpace(text, colon + 1)
    const isCommands = Option.contains(parse(text.slice(place, endOfName)), "commands")
    if (isCommands && text[value] === "[") return { start: value + 1 }
    const end = endOfValue(text, value)
    if (end === undefined) return undefined
    place = skipSpace(text, end)
    if (text[place] !== ",") return undefined
  }
  return undefined
}
