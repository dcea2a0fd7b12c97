import { secretElements } from "./secretElements.ts"

/**
 * A document with masked secrets, for logs and storage. The content of every element of `secretElements`, with any
 * prefix, is replaced by asterisks of the same length. In `authInfo` the tags around a password are kept. The document
 * may be malformed: if the end of a secret is missing, everything after its start is masked, and if its start is
 * missing, everything before its end.
 */
export const maskSecrets = (document: string): string => {
  const tag = new RegExp(sensitiveTag)
  let masked = ""
  let done = 0
  for (let match = tag.exec(document); match !== null; match = tag.exec(document)) {
    const [, slash, name = "", local] = match
    const isPassword = local?.toLowerCase() !== "authinfo"
    if (slash !== "") {
      if (isPassword) {
        masked += asterisks(match.index - done)
        done = match.index
      }
      continue
    }
    const start = endOfTag(document, tag.lastIndex)
    masked += document.slice(done, start.at)
    const end = start.isEmpty
      ? { content: start.at, tag: start.at }
      : isPassword
      ? endOfElement(document, start.at, name)
      : endOfAuthInfo(document, start.at, name)
    masked += isPassword ? asterisks(end.content - start.at) : keepingSpace(document.slice(start.at, end.content))
    done = end.content
    tag.lastIndex = end.tag
  }
  return masked + document.slice(done)
}

/** The start of a tag: its slash, its name with the prefix, and its local name. */
const sensitiveTag = new RegExp(`<\\s*(\\/?)\\s*((?:[^\\s<>/:]*:)?(${secretElements.join("|")}))(?![^\\s/>])`, "gi")

/** The rest of a tag after its name; values of attributes contain no `<` (XML 1.0, section 2.3). */
const restOfTag = /(?:[^<>"'/]|\/(?!>)|"[^"<]*"|'[^'<]*')*(\/?)>/y

/** End of a tag from the end of its name. Invalid tags end with their name, because anything in them may be secret. */
const endOfTag = (document: string, from: number) => {
  const rest = new RegExp(restOfTag)
  rest.lastIndex = from
  const match = rest.exec(document)
  return match === null ? { at: from, isEmpty: false } : { at: rest.lastIndex, isEmpty: match[1] === "/" }
}

/**
 * End of the content of an element, and end of its closing tag's name; both are the end of the document if there is
 * none.
 */
interface ElementEnd {
  readonly content: number
  readonly tag: number
}

/** Closing tags in a comment or a CDATA section are ignored. */
const endOfElement = (document: string, from: number, name: string): ElementEnd => {
  const markup = /<!\[CDATA\[|<!--|<\s*(\/?)\s*([^\s<>/!]+)/g
  markup.lastIndex = from
  let depth = 1
  for (let match = markup.exec(document); match !== null; match = markup.exec(document)) {
    const [whole, slash, found] = match
    if (found === undefined) {
      const closing = whole === "<!--" ? "-->" : "]]>"
      const close = document.indexOf(closing, markup.lastIndex)
      if (close === -1) break
      markup.lastIndex = close + closing.length
    } else if (found === name) {
      depth += slash === "" ? 1 : -1
      if (depth === 0) return { content: match.index, tag: markup.lastIndex }
    }
  }
  return { content: document.length, tag: document.length }
}

/** Masking of `authInfo` ends at the start tag of its password; other forms of `authInfo` are masked as a whole. */
const endOfAuthInfo = (document: string, from: number, name: string): ElementEnd => {
  const next = document.indexOf("<", from)
  if (next === -1) return { content: document.length, tag: document.length }
  const part = new RegExp(passwordOrEnd)
  part.lastIndex = next
  return part.test(document) ? { content: next, tag: next } : endOfElement(document, from, name)
}
const passwordOrEnd = /<\s*\/?\s*(?:[^\s<>/:]*:)?(?:pw|null|authInfo)(?![^\s/>])/iy

const asterisks = (length: number): string => "*".repeat(length)

const keepingSpace = (text: string): string => text.replaceAll(/\S/g, "*")
