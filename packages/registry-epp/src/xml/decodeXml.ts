import { Result } from "effect"
import { isUtf8 } from "node:buffer"

/**
 * Decodes a document. Supported are UTF-8 and UTF-16 with a byte order mark, which every XML processor reads (XML 1.0,
 * section 4.3.3), and US-ASCII and ISO-8859-1 if declared. Fails with a reason for logs for other encodings, for a
 * declaration that contradicts the octets, and for invalid octets.
 */
export const decodeXml = (octets: Buffer): Result.Result<string, string> => {
  const [first, second, third, fourth] = octets
  if (first === 0xff && second === 0xfe) {
    return third === 0 && fourth === 0 ? Result.fail("UTF-32 is not read") : utf16(octets, "utf-16le")
  }
  if (first === 0xfe && second === 0xff) return utf16(octets, "utf-16be")
  if (first === 0 || second === 0) return Result.fail("UTF-16 has to begin with a byte order mark")
  return isUtf8(octets) ? asDeclared(octets, octets.toString("utf8")) : otherThanUtf8(octets)
}

/** Text of an invalid document for logs. Invalid octets and characters that XML forbids become U+FFFD. */
export const legibleText = (octets: Buffer): string =>
  Result.getOrElse(decodeXml(octets), () => octets.toString("utf8")).replaceAll(illegible, "\ufffd")
// oxlint-disable-next-line no-control-regex -- PostgreSQL stores no NUL, and terminals obey the others
const illegible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const encodings: ReadonlyMap<string, "utf-8" | "us-ascii" | "iso-8859-1"> = new Map([
  ["utf-8", "utf-8"],
  ["utf8", "utf-8"],
  ["us-ascii", "us-ascii"],
  ["ascii", "us-ascii"],
  ["iso-8859-1", "iso-8859-1"],
  ["iso_8859-1", "iso-8859-1"],
  ["latin1", "iso-8859-1"]
])

const declaration =
  /^\ufeff?<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"[^"]*"|'[^']*')[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*["']([^"']*)["']/

/** The declared encoding; UTF-8 by default. */
const declaredIn = (text: string): string => declaration.exec(text)?.[1] ?? "UTF-8"

const notRead = (encoding: string) => Result.fail(`the encoding ${quoted(encoding)} is not read`)

/** The failure is part of a response, so it quotes an encoding only if it is a valid name (XML 1.0, section 4.3.3). */
const quoted = (encoding: string): string =>
  /^[A-Za-z][A-Za-z0-9._-]{0,39}$/.test(encoding) ? encoding : "of the document"

/** Decodes octets that are valid UTF-8 and may be declared as another encoding. */
const asDeclared = (octets: Buffer, text: string): Result.Result<string, string> => {
  const declared = declaredIn(text)
  const encoding = declared === "UTF-8" ? "utf-8" : encodings.get(declared.toLowerCase())
  if (encoding === undefined) return notRead(declared)
  if (encoding === "utf-8") return Result.succeed(text)
  if (text.startsWith("\ufeff")) return Result.fail(`UTF-8 is declared as ${declared}`)
  // Pure ASCII has the same text in all supported encodings.
  if (text.length === octets.length) return Result.succeed(text)
  return encoding === "iso-8859-1"
    ? Result.succeed(octets.toString("latin1"))
    : Result.fail("the octets are no US-ASCII")
}

const otherThanUtf8 = (octets: Buffer): Result.Result<string, string> => {
  const text = octets.toString("latin1")
  const declared = declaredIn(text)
  switch (encodings.get(declared.toLowerCase())) {
    case undefined:
      return notRead(declared)
    case "utf-8":
      return Result.fail("the octets are no UTF-8")
    case "us-ascii":
      return Result.fail("the octets are no US-ASCII")
    case "iso-8859-1":
      return Result.succeed(text)
  }
}

const utf16 = (octets: Buffer, form: "utf-16le" | "utf-16be"): Result.Result<string, string> => {
  try {
    const text = new TextDecoder(form, { fatal: true }).decode(octets)
    const declared = declaration.exec(text)?.[1] ?? "UTF-16"
    return declared.toLowerCase() === "utf-16"
      ? Result.succeed(text)
      : Result.fail(`UTF-16 is declared as ${quoted(declared)}`)
  } catch {
    return Result.fail("the octets are no UTF-16")
  }
}
