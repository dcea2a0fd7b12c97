/** One entry of a master file: the words of a line, or of several within parentheses. */
export interface MasterFileEntry {
  /** Where it begins, counted from 1. */
  readonly line: number
  /** Whether it begins with white space, which stands for the owner of the entry before. */
  readonly isIndented: boolean
  /** As they were written, with quotes and escapes; without parentheses and comments. */
  readonly words: ReadonlyArray<string>
  /** Characters of the file that it takes. */
  readonly length: number
  /** What is wrong with the entry's parentheses and quotes. */
  readonly problem: string | undefined
}

const isSpace = (character: string): boolean => character === " " || character === "\t" || character === "\r"

/** Takes the entries of a master file one by one (RFC 1035, section 5.1). */
export class MasterFileEntries implements Iterable<MasterFileEntry> {
  readonly #text: string
  #offset = 0
  #line = 1
  #problem: string | undefined

  constructor(text: string) {
    // A byte order mark is what some editors leave behind.
    this.#text = text.startsWith("\uFEFF") ? text.slice(1) : text
  }

  *[Symbol.iterator](): Generator<MasterFileEntry> {
    for (let entry = this.#next(); entry !== undefined; entry = this.#next()) yield entry
  }

  /** The next entry that has words; undefined at the end. */
  #next(): MasterFileEntry | undefined {
    while (this.#offset < this.#text.length) {
      const line = this.#line
      const from = this.#offset
      const isIndented = isSpace(this.#text.charAt(this.#offset))
      this.#problem = undefined
      const words = this.#words()
      if (words.length > 0 || this.#problem !== undefined) {
        return { line, isIndented, words, problem: this.#problem, length: this.#offset - from }
      }
    }
    return undefined
  }

  /** The words to the end of the line on which no parenthesis is open. */
  #words(): ReadonlyArray<string> {
    const words: Array<string> = []
    let depth = 0
    while (this.#offset < this.#text.length) {
      const character = this.#text.charAt(this.#offset)
      if (character === "\n") {
        this.#offset++
        this.#line++
        if (depth === 0) return words
      } else if (character === ";") this.#skipComment()
      else if (character === "(") {
        depth++
        this.#offset++
      } else if (character === ")") {
        if (depth === 0) this.#problem ??= "A parenthesis was not opened"
        else depth--
        this.#offset++
      } else if (isSpace(character)) this.#offset++
      else words.push(this.#word())
    }
    if (depth > 0) this.#problem ??= "A parenthesis is not closed"
    return words
  }

  #skipComment(): void {
    const end = this.#text.indexOf("\n", this.#offset)
    this.#offset = end < 0 ? this.#text.length : end
  }

  /** A quoted string, or a word that may have quotes inside, as `alpn="h2"` has. */
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
