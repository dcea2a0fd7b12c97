import type { DnsName } from "../DnsName.ts"
import { fieldText, missingText } from "./fieldText.ts"
import { maximumProblems, type RdataProblem, type RdataSlug } from "./RdataProblem.ts"

/** Interpretation of the text of a record. */
export interface TextForm {
  /** Origin: the value of `@`, and the suffix of relative names. */
  readonly origin: DnsName
  /**
   * `zone_file` parses as nameservers do (RFC 1035, section 5.1). `api` is lenient for input of people and programs:
   * names of several labels without the final dot are absolute, and TXT may be one unquoted or over-long text.
   */
  readonly form: "zone_file" | "api"
}

/** A word or a quoted string. The text contains escapes, but no quotes; `at` is its offset. */
export interface Token {
  readonly text: string
  readonly at: number
  readonly quoted: boolean
}

const isSpace = (character: string): boolean => character === " " || character === "\t"
const isLineBreak = (character: string): boolean => character === "\n" || character === "\r"

/**
 * Tokenizer of the presentation text of one record. It continues after a problem, so that all problems are found;
 * values read afterwards are meaningless. Parentheses group lines, as in a zone file. Only `zone_file` has comments: in
 * `api` a semicolon is part of the value.
 */
export class TextReader {
  readonly problems: Array<RdataProblem> = []
  readonly source: string
  readonly form: TextForm
  #offset = 0
  #depth = 0

  constructor(source: string, form: TextForm) {
    this.source = source
    this.form = form
    const surrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.exec(source)
    if (surrogate !== null) this.report("character", "text", surrogate.index, "This is half of a character")
  }

  report(slug: RdataSlug, field: string, at: number | undefined, message: string): void {
    if (this.problems.length < maximumProblems) this.problems.push({ slug, field, at, message })
  }

  /** Returns the next token; undefined and a problem if there is none. */
  next(field: string): Token | undefined {
    const token = this.#token(field, false)
    if (token === undefined) this.#missing(field)
    return token
  }

  /** Returns the next token, which must be a word without quotes. */
  word(field: string): Token | undefined {
    const token = this.next(field)
    if (token?.quoted !== true) return token
    this.report("quote", field, token.at - 1, `The ${fieldText(field)} must be written without quotes`)
    return undefined
  }

  /** Returns all remaining words, at least one. */
  words(field: string): ReadonlyArray<Token> {
    const words: Array<Token> = []
    for (let token = this.word(field); token !== undefined; token = this.more() ? this.word(field) : undefined) {
      words.push(token)
    }
    return words
  }

  /** Returns the next token of the form `word` or `word="quoted"`, with its quotes. */
  parameter(field: string): Token | undefined {
    return this.#token(field, true)
  }

  /** True if another token follows. */
  more(): boolean {
    this.#skip()
    return this.#offset < this.source.length
  }

  /** Returns the remaining text unchanged. */
  remainder(): Token {
    const rest = this.source.slice(this.#offset)
    const at = this.#offset + rest.length - rest.trimStart().length
    this.#offset = this.source.length
    return { text: rest.trim(), at, quoted: false }
  }

  /** Reports text after the last field. */
  end(): void {
    if (this.more()) {
      this.report("extra_field", "text", this.#offset, "There is text after the last field of this type")
      while (this.#token("text", false) !== undefined);
    }
    if (this.#depth > 0) this.report("parenthesis", "text", this.source.length, "A parenthesis is not closed")
  }

  #missing(field: string): void {
    this.report("missing_field", field, this.source.length, missingText(field))
  }

  /** Skips white space and parentheses. */
  #skip(): void {
    for (; this.#offset < this.source.length; this.#offset++) {
      const character = this.source.charAt(this.#offset)
      if (character === "(") this.#depth++
      else if (character === ")") {
        if (this.#depth === 0) this.report("parenthesis", "text", this.#offset, "A parenthesis was not opened")
        else this.#depth--
      } else if (isLineBreak(character)) {
        if (this.#depth === 0 && this.source.slice(this.#offset).trim() !== "") {
          this.report("line_break", "text", this.#offset, "A record is one line; parentheses group several lines")
          this.#offset = this.source.length
          return
        }
      } else if (character === ";") {
        if (!this.#comment()) return
      } else if (!isSpace(character)) return
    }
  }

  /** Skips a comment up to the last character of its line; false if comments are not allowed. */
  #comment(): boolean {
    const rest = this.source.slice(this.#offset).search(/[\n\r]/)
    if (this.form.form === "zone_file") {
      this.#offset = rest < 0 ? this.source.length : this.#offset + rest - 1
      return true
    }
    this.report("comment", "text", this.#offset, "A semicolon begins a comment; put it in quotes or write \\;")
    this.#offset = this.source.length
    return false
  }

  #token(field: string, quotesInside: boolean): Token | undefined {
    this.#skip()
    if (this.#offset >= this.source.length) return undefined
    return this.source.charAt(this.#offset) === "\"" ? this.#quoted(field) : this.#bare(field, quotesInside)
  }

  #quoted(field: string): Token {
    const at = this.#offset + 1
    const end = this.#closing(field, at)
    this.#offset = end + 1
    this.#boundary(field)
    return { text: this.source.slice(at, end), at, quoted: true }
  }

  #bare(field: string, quotesInside: boolean): Token {
    const at = this.#offset
    for (; this.#offset < this.source.length; this.#offset++) {
      const character = this.source.charAt(this.#offset)
      if (isSpace(character) || isLineBreak(character) || "();".includes(character)) break
      if (character === "\\") this.#offset++
      else if (character === "\"") {
        if (quotesInside && this.source.charAt(this.#offset - 1) === "=") {
          this.#offset = this.#closing(field, this.#offset + 1) + 1
          this.#boundary(field)
        } else {this.report(
            "quote",
            field,
            this.#offset++,
            "There is a quote inside a word; write \\\" for the character"
          )}
        break
      }
    }
    this.#offset = Math.min(this.#offset, this.source.length)
    return { text: this.source.slice(at, this.#offset), at, quoted: false }
  }

  /** Offset of the quote that ends the string which began before `from`. */
  #closing(field: string, from: number): number {
    let index = from
    while (index < this.source.length && this.source.charAt(index) !== "\"") {
      if (isLineBreak(this.source.charAt(index))) break
      index += this.source.charAt(index) === "\\" ? 2 : 1
    }
    if (this.source.charAt(index) === "\"") return index
    this.report("quote", field, from - 1, "A quoted string must end with a quote on the same line")
    return this.source.length
  }

  /** Reports a token that follows a closing quote without white space. */
  #boundary(field: string): void {
    const next = this.source.charAt(this.#offset)
    if (next !== "" && !isSpace(next) && !isLineBreak(next) && !"();".includes(next)) {
      this.report("quote", field, this.#offset, "Strings must be separated by a space")
    }
  }
}
