import { Data, Effect } from "effect"

/** Reason for which a file is refused. */
export class SvgRefused extends Data.TaggedError("SvgRefused")<{ readonly reason: string }> {}

/** Element of SVG with the attributes of no namespace, and `href` of XLink as `href`. */
export interface SvgElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: ReadonlyArray<SvgElement | string>
}

interface OpenElement extends SvgElement {
  readonly children: Array<SvgElement | string>
}

const svgNamespace = "http://www.w3.org/2000/svg"
const xlinkNamespace = "http://www.w3.org/1999/xlink"

const maximumDepth = 100
const maximumElements = 20_000

/** Characters that are parsed at once, between which the process handles other requests. */
const chunk = 64 * 1024

/**
 * Reads a file of SVG. Elements of other namespaces, such as those of editors, comments and processing instructions are
 * left out, as is a document type: its files are not loaded. One that declares entities or attributes is refused.
 */
export const readSvg = (bytes: Uint8Array): Effect.Effect<SvgElement, SvgRefused> =>
  Effect.gen(function*() {
    const text = yield* textOf(bytes)
    // Loaded with the first file: most processes read none.
    const { SaxesParser } = yield* Effect.promise(() => import("saxes"))
    const parser = new SaxesParser({ xmlns: true, position: false })
    const reader = readerOf()
    parser.on("doctype", (type) => type.includes("[") ? refuse("Its document type has declarations") : undefined)
    parser.on("opentag", ({ attributes, local, uri }) => {
      reader.open(uri === svgNamespace ? local : undefined, () => attributesOf(Object.values(attributes)))
    })
    parser.on("closetag", () => reader.close())
    parser.on("text", (characters) => reader.text(characters))
    parser.on("cdata", (characters) => reader.text(characters))
    for (let start = 0; start < text.length; start += chunk) {
      yield* attempt(() => void parser.write(text.slice(start, start + chunk)))
      yield* Effect.yieldNow
    }
    yield* attempt(() => void parser.close())
    return yield* reader.root()?.name === "svg" ? Effect.succeed(reader.root() as SvgElement) : refused(notSvg)
  })

const notSvg = "It is no SVG"

const refused = (reason: string) => Effect.fail(new SvgRefused({ reason }))

const refuse = (reason: string): never => {
  throw new SvgRefused({ reason })
}

const attempt = (parse: () => void) =>
  Effect.try({
    try: parse,
    catch: (error) => error instanceof SvgRefused ? error : new SvgRefused({ reason: "It is malformed XML" })
  })

const textOf = (bytes: Uint8Array) =>
  Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    catch: () => new SvgRefused({ reason: "It is not encoded in UTF-8" })
  }).pipe(
    Effect.filterOrFail(
      (text) => !/^<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])/i.test(text),
      () => new SvgRefused({ reason: "It is not encoded in UTF-8" })
    )
  )

interface SentAttribute {
  readonly local: string
  readonly uri: string
  readonly value: string
}

const attributesOf = (sent: ReadonlyArray<SentAttribute>): ReadonlyMap<string, string> =>
  new Map(
    sent.flatMap(({ local, uri, value }) =>
      uri === "" || (uri === xlinkNamespace && local === "href") ? [[local, value] as const] : []
    )
  )

/** Builds the tree from events. `open` with no name skips an element with its contents. */
const readerOf = () => {
  const outer: Array<OpenElement> = []
  let skipped = 0
  let elements = 0
  let root: SvgElement | undefined
  return {
    root: () => root,
    open: (name: string | undefined, attributes: () => ReadonlyMap<string, string>) => {
      if (outer.length + skipped >= maximumDepth) refuse(`It nests more than ${maximumDepth} elements`)
      if (++elements > maximumElements) refuse(`It has more than ${maximumElements} elements`)
      if (skipped > 0 || name === undefined) {
        skipped += 1
        return
      }
      const element: OpenElement = { name, attributes: attributes(), children: [] }
      outer.at(-1)?.children.push(element)
      root ??= element
      outer.push(element)
    },
    close: () => {
      if (skipped > 0) skipped -= 1
      else outer.pop()
    },
    text: (characters: string) => {
      if (skipped === 0) outer.at(-1)?.children.push(characters)
    }
  }
}
