import { Effect, Option } from "effect"
import { nestsTooDeeply } from "../shared/nesting.ts"
import { endOfValue, skipSpace } from "./endOfValue.ts"

/** A batch as it was sent, parsed but not decoded. */
export interface SentBatch {
  /** The body, with an empty list where the commands were. */
  readonly frame: unknown
  /** Undefined where the body has no list of commands. */
  readonly commands: ReadonlyArray<unknown> | undefined
}

/** Characters between two pauses; takes a millisecond or two. */
const slice = 65_536

/**
 * Parses the body of a batch, each command by itself and with pauses in between: to parse tens of megabytes in one
 * piece would keep every other request waiting for a tenth of a second and more. None where the text is not JSON.
 */
export const readBatch = Effect.fnUntraced(function*(text: string): Effect.fn.Return<Option.Option<SentBatch>> {
  if (text === "") return Option.some({ frame: undefined, commands: undefined })
  const list = listOfCommands(text)
  if (list === undefined) return Option.map(parseFlat(text), (frame) => ({ frame, commands: undefined }))
  const commands: Array<unknown> = []
  let paused = list.start
  let place = skipSpace(text, list.start)
  while (text[place] !== "]") {
    const end = endOfValue(text, place)
    const command = end === undefined ? Option.none() : parse(text.slice(place, end))
    if (end === undefined || Option.isNone(command)) return Option.none()
    commands.push(command.value)
    const next = skipSpace(text, end)
    if (text[next] !== "," && text[next] !== "]") return Option.none()
    place = text[next] === "," ? skipSpace(text, next + 1) : next
    // A list does not end with a comma.
    if (text[next] === "," && text[place] === "]") return Option.none()
    if (place - paused > slice) {
      paused = place
      yield* Effect.yieldNow
    }
  }
  const around = parseFlat(text.slice(0, list.start) + text.slice(place))
  return Option.map(around, (frame) => ({ frame, commands }))
})

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
