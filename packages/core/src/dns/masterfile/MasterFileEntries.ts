import { limits } from "../../shared/index.ts"

/** An entry of a master file: the words of a line, or of several lines within parentheses. */
export interface MasterFileEntry {
  /** Line on which it begins, counted from 1. */
  readonly line: number
  /** True if it begins with white space, so that it has the owner of the previous entry. */
  readonly isIndented: boolean
  /**
   * Words as written, with quotes and escapes, without parentheses and comments. Words beyond the longest possible
   * record data are omitted.
   */
  readonly words: ReadonlyArray<string>
  /** Length in characters of the file. */
  readonly length: number
  /** Problem with the entry's parentheses or quotes. */
  readonly problem: string | undefined
}

const isSpace = (character: string): boolean => character === " " || character === "\t" || character === "\r"

/** Characters after which scanning pauses, about 1 ms. */
const pauseAfter = 100_000

/** Words before the data of a record: owner, TTL, class and type. */
const wordsBeforeData = 4

/**
 * Entries of a master file (RFC 1035, section 5.1), scanned while they are iterated. Undefined after every 100,000
 * characters without an entry, so that the reader can yield to the event loop.
 */
export class MasterFileEntries implements Iterable<MasterFileEntry | undefined> {
  readonly #text: string
  #offset = 0
  #line = 1
  /** Offset and line at which the current entry begins. */
  #from = 0
  #fromLine = 1
  #words: Array<string> = []
  /** Characters of the words that can only be data, each with a space. */
  #dataLength = 0
  #depth = 0
  #problem: string | undefined

  constructor(text: string) {
    // Some editors write a byte order mark.
    this.#text = text.startsWith("\uFEFF") ? text.slice(1) : text
  }

  *[Symbol.iterator](): Generator<MasterFileEntry | undefined> {
    let paused = 0
    while (this.#offset < this.#text.length) {
      const isEnd = this.#step() && this.#depth === 0
      const entry = isEnd ? this.#taken() : undefined
      if (entry === undefined && this.#offset - paused < pauseAfter) continue
      paused = this.#offset
      yield entry
    }
    if (this.#depth > 0) this.#problem ??= "A parenthesis is not closed"
    yield this.#taken()
  }

  /** Ends the current entry and returns it if it has words; begins the next one. */
  #taken(): MasterFileEntry | undefined {
    const entry = this.#words.length === 0 && this.#problem === undefined ? undefined : this.#entry()
    this.#from = this.#offset
    this.#fromLine = this.#line
    return entry
  }

  #entry(): MasterFileEntry {
    const entry = {
      line: this.#fromLine,
      isIndented: isSpace(this.#text.charAt(this.#from)),
      words: this.#words,
      length: this.#offset - this.#from,
      problem: this.#problem
    }
    this.#words = []
    this.#dataLength = 0
    this.#problem = undefined
    return entry
  }

  /** Moves beyond the next character, word or comment; true at the end of a line. */
  #step(): boolean {
    const character = this.#text.charAt(this.#offset)
    if (character === ";") this.#skipComment()
    else if (character === "(" || character === ")" || character === "\n" || isSpace(character)) this.#offset++
    else this.#add(this.#word())
    if (character === "\n") this.#line++
    else if (character === "(") this.#depth++
    else if (character === ")") {
      if (this.#depth === 0) this.#problem ??= "A parenthesis was not opened"
      else this.#depth--
    }
    return character === "\n"
  }

  #add(word: string): void {
    if (this.#dataLength > limits.rrsetText + 1) return
    if (this.#words.push(word) > wordsBeforeData) this.#dataLength += word.length + 1
  }

  #skipComment(): void {
    const end = this.#text.indexOf("\n", this.#offset)
    this.#offset = end < 0 ? this.#text.length : end
  }

  /** Reads a quoted string, or a word that may contain quotes, such as `alpn="h2"`. */
  #word(): string {
    const from = this.#offset
    while (this.#offset < this.#text.length) {
      const character = this.#text.charAt(this.#offset)
      if (character === "\\") this.#skipEscaped()
      else if (character === "\"") {
        this.#skipQuoted()
        if (from === this.#offset || this.#text.charAt(from) === "\"") break
      } else if (character === "\n" || isSpace(character) || "();".includes(character)) break
      else this.#offset++
    }
    return this.#text.slice(from, this.#offset)
  }

  #skipEscaped(): void {
    this.#offset += this.#text.charAt(this.#offset + 1) === "\n" ? 1 : 2
    this.#offset = Math.min(this.#offset, this.#text.length)
  }

  #skipQuoted(): void {
    this.#offset++
    while (this.#offset < this.#text.length) {
      const character = this.#text.charAt(this.#offset)
      if (character === "\n") break
      if (character === "\\") this.#skipEscaped()
      else {
        this.#offset++
        if (character === "\"") return
      }
    }
    this.#problem ??= "A quoted string ends with a quote on the same line"
  }
}
