import { secretElements } from "./secretElements.ts"

/**
 * A document for logs and for what is kept: everything inside the elements that hold secrets (`secretElements`, whatever
 * their prefix) is replaced by as many asterisks, so that lengths stay; of `authInfo` the tags around a password stay, too. It need not be XML: where a secret may not have ended, everything after it is masked,
 * and where its beginning is missing, everything before it.
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

/** The beginning of a tag: its slash, its name with the prefix, and the name alone. */
const sensitiveTag = new RegExp(`<\\s*(\\/?)\\s*((?:[^\\s<>/:]*:)?(${secretElements.join("|")}))(?![^\\s/>])`, "gi")

/** What is left of a tag behind its name; values of attributes hold no `<` (XML 1.0, section 2.3). */
const restOfTag = /(?:[^<>"'/]|\/(?!>)|"[^"<]*"|'[^'<]*')*(\/?)>/y

/** End of a tag from the end of its name. Invalid tags end with their name, because anything in them may be secret. */
const endOfTag = (document: string, from: number) => {
  const rest = new RegExp(restOfTag)
  rest.lastIndex = from
  const match = rest.exec(document)
  return match === null ? { at: from, isEmpty: false } : { at: rest.lastIndex, isEmpty: match[1] === "/" }
}

/** Where the content of an element ends, and its end tag up to its name; both with the document if it has no end. */
interface ElementEnd {
  readonly content: number
  readonly tag: number
}

/** End tags in a comment or a CDATA section are none. */
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

/** Authorization information ends for this purpose where its password begins; other forms of it are masked as a whole. */
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
