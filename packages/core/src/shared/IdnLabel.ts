import punycode from "punycode/punycode.js"

/**
 * Describes the problem of an A-label (`xn--...`, lower case); undefined if it is the A-label of a valid U-label.
 * Checks code points and contextual rules (RFC 5892), normalisation, hyphens and combining marks (RFC 5891, section
 * 4.2.3), direction of writing (RFC 5893), and that the encoding is canonical.
 */
export const idnLabelProblem = (label: string): string | undefined => {
  const text = decode(label)
  if (text === undefined || encode(text) !== label) return `${label} is not the encoding of an international label`
  if (!/[^\0-\x7f]/.test(text)) return `${label} holds only ASCII characters and needs no encoding`
  if (text !== text.normalize("NFC")) return `${label} is not in Unicode normalisation form C`
  if (/^\p{M}/u.test(text)) return `${label} begins with a combining mark`
  if (/^-|-$|^..--/u.test(text)) return `${label} has hyphens where an international label has none`
  const characters = Array.from(text)
  const wrong = characters.find((character, index) => !isAllowed(character, index, characters))
  if (wrong !== undefined) {
    const codePoint = wrong.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")
    return `${label} holds U+${codePoint}, which IDNA 2008 refuses`
  }
  return hasDirection(characters) ? undefined : `${label} mixes directions of writing (RFC 5893)`
}

const decode = (label: string): string | undefined => orUndefined(() => punycode.decode(label.slice(4)))

const encode = (text: string): string | undefined => orUndefined(() => `xn--${punycode.encode(text)}`)

/** Result of a conversion; undefined if it throws a `RangeError`, as the encoder does for invalid input. */
const orUndefined = (convert: () => string): string | undefined => {
  try {
    return convert()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** RFC 5892, section 2.6. The backward compatible category (section 2.7) is empty. */
const exceptionsAllowed = /[\u00df\u03c2\u06fd\u06fe\u0f0b\u3007]/u
const exceptionsRefused = /[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]/u
/** Sections 2.9, 2.3 and 2.4: conjoining jamo, ignorable properties, ignorable blocks. */
const oldHangulJamo = /[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]/u
const ignorable =
  /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Noncharacter_Code_Point}\u20d0-\u20ff\u{1d100}-\u{1d24f}]/u
const letterDigit = /[\p{Ll}\p{Lu}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}]/u
const virama =
  /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua8c4\ua953\ua9c0\uaaf6\uabed]/u

const isAllowed = (character: string, index: number, label: ReadonlyArray<string>): boolean => {
  const contextual = contextRules[character]
  if (contextual !== undefined) return contextual(index, label)
  if (/[\u0660-\u0669]/u.test(character)) return !label.some((other) => /[\u06f0-\u06f9]/u.test(other))
  if (/[\u06f0-\u06f9]/u.test(character)) return !label.some((other) => /[\u0660-\u0669]/u.test(other))
  if (exceptionsAllowed.test(character) || /[a-z0-9-]/.test(character)) return true
  if (exceptionsRefused.test(character) || oldHangulJamo.test(character)) return false
  if (character !== caseFold(character.normalize("NFKC")).normalize("NFKC")) return false
  return !ignorable.test(character) && letterDigit.test(character)
}

/**
 * Full case folding (Unicode, section 3.13), which JavaScript lacks: lower case of the upper case. Exceptions: Cherokee
 * folds to capitals, and the dotless i is not the lower case of I.
 */
const caseFold = (text: string): string =>
  Array.from(
    text,
    (character) =>
      /[\u13a0-\u13fd\uab70-\uabbf]/u.test(character)
        ? character.toUpperCase()
        : character === "\u0131"
        ? character
        : character.toUpperCase().toLowerCase()
  ).join("")

/** RFC 5892, appendix A: characters that are valid only in certain contexts. */
const contextRules: Readonly<Record<string, (index: number, label: ReadonlyArray<string>) => boolean>> = {
  "\u200c": (index, label) => virama.test(label[index - 1] ?? "") || isBetweenJoining(index, label),
  "\u200d": (index, label) => virama.test(label[index - 1] ?? ""),
  "\u00b7": (index, label) => label[index - 1] === "l" && label[index + 1] === "l",
  "\u0375": (index, label) => /\p{Script=Greek}/u.test(label[index + 1] ?? ""),
  "\u05f3": (index, label) => /\p{Script=Hebrew}/u.test(label[index - 1] ?? ""),
  "\u05f4": (index, label) => /\p{Script=Hebrew}/u.test(label[index - 1] ?? ""),
  "\u30fb": (_, label) => label.some((other) => /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(other))
}

/** Letters of the Arabic block that join only with the preceding letter, and those that join with none. */
const rightJoining =
  /[\u0622-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef]/u
const nonJoining = /[\u0621\u0674]/u
const arabicLetter = /[\u0620-\u063f\u0641-\u064a\u066e-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06fc\u06ff]/u

/**
 * RFC 5892, appendix A.1: a zero-width non-joiner between letters that would join. Only letters of the Arabic block are
 * supported, for Persian and Urdu; other joining scripts are refused.
 */
const isBetweenJoining = (index: number, label: ReadonlyArray<string>): boolean => {
  const before = label.slice(0, index).findLast((character) => !nonspacing.test(character)) ?? ""
  const after = label.slice(index + 1).find((character) => !nonspacing.test(character)) ?? ""
  return isJoining(before) && !rightJoining.test(before) && isJoining(after)
}

const isJoining = (character: string): boolean => arabicLetter.test(character) && !nonJoining.test(character)

/** Characters by their bidirectional class, restricted to those that labels can contain (Unicode, annex 9). */
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Mende_Kikakui}\p{Script=Hanifi_Rohingya}\p{Script=Yezidi}]/u
const arabicNumber = /[\u0660-\u0669\u{10d30}-\u{10d39}]/u
const europeanNumber = /[0-9\u06f0-\u06f9]/u
const nonspacing = /\p{Mn}/u

type Direction = "left" | "right" | "arabicNumber" | "europeanNumber" | "nonspacing" | "neutral"

const directionOf = (character: string): Direction => {
  if (nonspacing.test(character)) return "nonspacing"
  if (arabicNumber.test(character)) return "arabicNumber"
  if (europeanNumber.test(character)) return "europeanNumber"
  if (rightToLeft.test(character)) return "right"
  return /[\p{L}\p{Mc}\p{Nd}]/u.test(character) ? "left" : "neutral"
}

/**
 * The Bidi rule (RFC 5893, section 2) for labels with right-to-left characters: such a letter comes first, none has the
 * other direction, a letter or digit comes last, and all digits are of one kind.
 */
const hasDirection = (characters: ReadonlyArray<string>): boolean => {
  const directions = characters.map(directionOf)
  if (!directions.includes("right") && !directions.includes("arabicNumber")) return true
  const last = directions.findLast((direction) => direction !== "nonspacing")
  return directions[0] === "right" &&
    !directions.includes("left") &&
    (last === "right" || last === "arabicNumber" || last === "europeanNumber") &&
    !(directions.includes("arabicNumber") && directions.includes("europeanNumber"))
}
