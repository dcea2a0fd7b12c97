import { type ForeignAttribute, noAttributes, type OpenElement, xmlDepthLimit, type XmlElement } from "./XmlElement.ts"
import { declared, namespaceOf, outermostScope, type XmlScope } from "./XmlScope.ts"

/**
 * Reads a document that holds nothing but elements, attributes and text, as nearly all of EPP does. Undefined for every
 * other one, well-formed or not: with references, sections, comments, instructions, a document type, carriage returns,
 * names outside of ASCII, and whatever else is rare. So nothing here says what is wrong; what is read is read for sure.
 */
export const readPlainXml = (text: string): XmlElement | undefined => {
  if (unusualCharacter.test(text) || text.includes("]]>")) return undefined
  prolog.lastIndex = 0
  prolog.test(text)
  return new PlainReader(text, prolog.lastIndex).root()
}

/** The ampersand of references, the carriage return, halves of surrogate pairs, and what XML 1.0, section 2.2, leaves out. */
const unusualCharacter = /[^\t\n\u0020-\u0025\u0027-\ud7ff\ue000-\ufffd]/
const prolog =
  /\ufeff?(?:<\?xml version=(["'])1\.0\1(?: encoding=(["'])[Uu][Tt][Ff]-8\2)?(?: standalone=(["'])(?:yes|no)\3)? ?\?>)?[\t\n ]*/y
const onlySpace = /^[\t\n ]*$/
/** White space of a value would be normalized (section 3.3.3). */
const unusualInValue = /[<\t\n]/

interface Name {
  /** Empty for none. */
  readonly prefix: string
  readonly local: string
}

interface Attribute extends Name {
  readonly value: string
}

/** What a start tag says besides its name. */
interface Tag {
  readonly attributes: XmlElement["attributes"]
  readonly foreign?: ReadonlyArray<ForeignAttribute>
  readonly scope: XmlScope
  readonly isEmpty: boolean
}

/** Goes through a text once. Each part is undefined where it is not plain, and then the document is. */
class PlainReader {
  readonly #text: string
  #at: number

  constructor(text: string, start: number) {
    this.#text = text
    this.#at = start
  }

  root(): XmlElement | undefined {
    const root = this.#code() === less ? this.#element(outermostScope, xmlDepthLimit) : undefined
    return onlySpace.test(this.#text.slice(this.#at)) ? root : undefined
  }

  /** The character at hand; not a number behind the last one. */
  #code(): number {
    return this.#text.charCodeAt(this.#at)
  }

  /** The element that begins here, with so many levels at most. */
  #element(outer: XmlScope, levels: number): XmlElement | undefined {
    const start = ++this.#at
    const name = this.#name()
    const end = this.#at
    const tag = name === undefined || levels === 0 ? undefined : this.#tag(outer)
    if (name === undefined || tag === undefined) return undefined
    const namespace = namespaceOf(name.prefix, tag.scope)
    if (namespace === undefined) return undefined
    const read = { namespace, name: name.local, attributes: tag.attributes, children: [], text: "" }
    const element: OpenElement = tag.foreign === undefined ? read : { ...read, foreign: tag.foreign }
    const isRead = tag.isEmpty || this.#content(element, this.#text.slice(start, end), tag.scope, levels - 1)
    return isRead ? element : undefined
  }

  /** Whether text, elements and the end tag of that name follow. */
  #content(element: OpenElement, name: string, scope: XmlScope, levels: number): boolean {
    const text = this.#text
    for (let next = text.indexOf("<", this.#at); next >= 0; next = text.indexOf("<", this.#at)) {
      if (next > this.#at) element.text += text.slice(this.#at, next)
      this.#at = next
      if (text.charCodeAt(next + 1) === slash) {
        this.#at += 3 + name.length
        return text.startsWith(name, next + 2) && text.charCodeAt(this.#at - 1) === greater
      }
      const child = this.#element(scope, levels)
      if (child === undefined) return false
      element.children.push(child)
    }
    return false
  }

  /** A start tag from behind its name. */
  #tag(outer: XmlScope): Tag | undefined {
    if (this.#code() === greater) {
      this.#at++
      return { attributes: noAttributes, scope: outer, isEmpty: false }
    }
    const attributes: Array<Attribute> = []
    while (this.#skipSpace() && isNameStart(this.#code())) {
      const attribute = this.#attribute()
      if (attribute === undefined) return undefined
      attributes.push(attribute)
    }
    const isEmpty = this.#code() === slash
    if (isEmpty) this.#at++
    return this.#text.charCodeAt(this.#at++) === greater ? tagWith(attributes, outer, isEmpty) : undefined
  }

  #attribute(): Attribute | undefined {
    const name = this.#name()
    if (name === undefined || this.#code() !== equals) return undefined
    const quote = this.#text.charAt(this.#at + 1)
    if (quote !== "\"" && quote !== "'") return undefined
    const start = this.#at + 2
    const end = this.#text.indexOf(quote, start)
    const value = this.#text.slice(start, end)
    if (end < 0 || unusualInValue.test(value)) return undefined
    this.#at = end + 1
    return { prefix: name.prefix, local: name.local, value }
  }

  #name(): Name | undefined {
    const first = this.#namePart()
    if (this.#code() !== colon) return first === "" ? undefined : { prefix: "", local: first }
    this.#at++
    const local = this.#namePart()
    return first === "" || local === "" ? undefined : { prefix: first, local }
  }

  /** As much of a name as stands here without a colon, which may be nothing. */
  #namePart(): string {
    const text = this.#text
    const start = this.#at
    let end = start
    if (isNameStart(text.charCodeAt(end))) {
      do end++
      while (isInName(text.charCodeAt(end)))
    }
    this.#at = end
    return text.slice(start, end)
  }

  /** Whether there was some. */
  #skipSpace(): boolean {
    const start = this.#at
    while (isSpace(this.#code())) this.#at++
    return this.#at > start
  }
}

/** Undefined also for attributes that differ in their prefixes only: whether they are the same would have to be found out. */
const tagWith = (found: ReadonlyArray<Attribute>, outer: XmlScope, isEmpty: boolean): Tag | undefined => {
  if (found.length > 1 && new Set(found.map(({ local }) => local)).size < found.length) return undefined
  let scope = outer
  let attributes: Record<string, string> | undefined
  for (const { local, prefix, value } of found) {
    if (prefix === "xmlns" || (prefix === "" && local === "xmlns")) {
      const inner = declared(scope, prefix === "" ? "" : local, value)
      if (inner === undefined) return undefined
      scope = inner
    } else if (prefix === "") {
      const kept: Record<string, string> = attributes ?? Object.create(null)
      kept[local] = value
      attributes = kept
    }
  }
  const foreign: Array<ForeignAttribute> = []
  for (const { local: name, prefix } of found) {
    if (prefix === "" || prefix === "xmlns") continue
    const namespace = namespaceOf(prefix, scope)
    if (namespace === undefined) return undefined
    foreign.push({ namespace, name })
  }
  const tag = { attributes: attributes ?? noAttributes, scope, isEmpty }
  return foreign.length === 0 ? tag : { ...tag, foreign }
}

/** Of ASCII; a name is longer in XML 1.0, section 2.3, by letters of other scripts. */
const isNameStart = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f
const isInName = (code: number): boolean =>
  isNameStart(code) || (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2e
const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x09

const slash = 0x2f
const colon = 0x3a
const less = 0x3c
const equals = 0x3d
const greater = 0x3e
