/** A value of the OPS protocol: a text, or values by key. Keys of arrays are `0`, `1` and so on. */
export type OpsValue = string | OpsValues
export interface OpsValues extends ReadonlyMap<string, OpsValue> {}

/** Maximum depth of nested elements. A list of domains has twelve levels. */
const depthLimit = 64

const special = /[&<>"]/g
const references: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" }
const escaped = (text: string): string => text.replace(special, (character) => references[character] ?? character)

const item = (key: string, content: string): string => `<item key="${escaped(key)}">${content}</item>`

const assoc = (members: Readonly<Record<string, string>>): string =>
  `<dt_assoc>${Object.entries(members).map(([key, content]) => item(key, content)).join("")}</dt_assoc>`

/** A request of the OPS protocol with its attributes. Source: domains.opensrs.guide, "Protocol message structure". */
export const writeOpsRequest = (
  object: string,
  action: string,
  attributes: Readonly<Record<string, string | number>>
): string => {
  const members = Object.entries(attributes).map(([key, value]) => [key, escaped(String(value))])
  const block = assoc({
    protocol: "XCP",
    action,
    object,
    attributes: assoc(Object.fromEntries(members))
  })
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n` +
    `<!DOCTYPE OPS_envelope SYSTEM "ops.dtd">\n` +
    `<OPS_envelope><header><version>0.9</version></header><body><data_block>${block}</data_block></body></OPS_envelope>`
}

/** An open element of the parser. */
interface OpenElement {
  /** Key of an `item`; null for other elements. */
  readonly key: string | null
  readonly values: Map<string, OpsValue>
  isList: boolean
  text: string
}

const opened = (key: string | null): OpenElement => ({ key, values: new Map(), isList: false, text: "" })

/**
 * Reads the members of a message of the OPS protocol, such as `is_success` and `attributes`. Fails if the text is
 * malformed or another document. Every message has a document type; it is ignored, so its entities are unknown and
 * refused. The error does not quote the text, which may contain an auth code.
 */
export const readOpsMessage = async (text: string): Promise<OpsValues> => {
  // Loaded with the first answer: most processes ask no such registrar.
  const { SaxesParser } = await import("saxes")
  const parser = new SaxesParser({ xmlns: false, position: false })
  const outer: Array<OpenElement> = []
  let current = opened(null)
  let root: string | undefined
  let message: OpsValues | undefined
  parser.on("opentag", ({ attributes, name }) => {
    root ??= name
    if (outer.length === depthLimit) throw new Error("too deep")
    outer.push(current)
    current = opened(name === "item" ? attributes["key"] ?? null : null)
  })
  const addText = (characters: string) => {
    current.text += characters
  }
  parser.on("text", addText)
  parser.on("cdata", addText)
  parser.on("closetag", ({ name }) => {
    const closed = current
    current = outer.pop() ?? opened(null)
    if (closed.key !== null) {
      current.values.set(closed.key, closed.isList ? closed.values : closed.text.trim())
    } else if (name === "dt_assoc" || name === "dt_array") {
      // The values of an item are in its list.
      for (const [key, value] of closed.values) current.values.set(key, value)
      current.isList = true
    } else if (name === "data_block") {
      message = closed.values
    }
  })
  try {
    parser.write(text).close()
  } catch {
    throw new Error("OpenSRS returned malformed XML")
  }
  if (root !== "OPS_envelope" || message === undefined) {
    throw new Error("OpenSRS returned another document than a message of the OPS protocol")
  }
  return message
}

/** Text of a key; empty without one. */
export const opsText = (values: OpsValues | undefined, key: string): string => {
  const value = values?.get(key)
  return typeof value === "string" ? value : ""
}

/** Values of the list of a key; undefined without one. */
export const opsValues = (values: OpsValues | undefined, key: string): OpsValues | undefined => {
  const value = values?.get(key)
  return typeof value === "string" ? undefined : value
}
