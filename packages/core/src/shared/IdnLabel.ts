import * as punycode from "punycode/punycode.js"

/**
 * What is wrong with an A-label (`xn--...`, lower case), in words; undefined when it is the A-label of a valid U-label.
 * Checks the code points and contextual rules of RFC 5892, normalisation and combining marks of RFC 5891, section 4.2.3,
 * and that the label is the one encoding of its characters.
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
  return wrong === undefined
    ? undefined
    : `${label} holds U+${wrong.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}, which IDNA 2008 refuses`
}

const decode = (label: string): string | undefined => {
  try {
    return punycode.decode(label.slice(4))
  } catch {
    return undefined
  }
}

const encode = (text: string): string | undefined => {
  try {
    return `xn--${punycode.encode(text)}`
  } catch {
    return undefined
  }
}

/** RFC 5892, section 2.6, and the backward compatible category that is still empty. */
const exceptionsAllowed = /[\u00df\u03c2\u06fd\u06fe\u0f0b\u3007]/u
const exceptionsRefused = /[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]/u
/** Sections 2.9, 2.3 and 2.4: conjoining jamo, ignorable properties, ignorable blocks. */
const oldHangulJamo = /[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]/u
const ignorable =
  /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Noncharacter_Code_Point}\u20d0-\u20ff\u{1d100}-\u{1d24f}]/u
const letterDigit = /[\p{Ll}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}]/u
const virama =
  /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua8c4\ua953\ua9c0\uaaf6\uabed]/u

const isAllowed = (character: string, index: number, label: ReadonlyArray<string>): boolean => {
  const contextual = contextRules[character]
  if (contextual !== undefined) return contextual(index, label)
  if (/[\u0660-\u0669]/u.test(character)) return !label.some((other) => /[\u06f0-\u06f9]/u.test(other))
  if (/[\u06f0-\u06f9]/u.test(character)) return !label.some((other) => /[\u0660-\u0669]/u.test(other))
  if (exceptionsAllowed.test(character) || /[a-z0-9-]/.test(character)) return true
  if (exceptionsRefused.test(character) || oldHangulJamo.test(character)) return false
  if (character !== character.normalize("NFKC").toLowerCase().normalize("NFKC")) return false
  return !ignorable.test(character) && letterDigit.test(character)
}

/** RFC 5892, appendix A: characters that are valid only beside certain others. */
const contextRules: Record<string, (index: number, label: ReadonlyArray<string>) => boolean> = {
  "\u200c": (index, label) => virama.test(label[index - 1] ?? ""),
  "\u200d": (index, label) => virama.test(label[index - 1] ?? ""),
  "\u00b7": (index, label) => label[index - 1] === "l" && label[index + 1] === "l",
  "\u0375": (index, label) => /\p{Script=Greek}/u.test(label[index + 1] ?? ""),
  "\u05f3": (index, label) => /\p{Script=Hebrew}/u.test(label[index - 1] ?? ""),
  "\u05f4": (index, label) => /\p{Script=Hebrew}/u.test(label[index - 1] ?? ""),
  "\u30fb": (_, label) =>
    label.some((other) => /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(other) && other !== "\u30fb")
}
