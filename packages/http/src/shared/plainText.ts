/**
 * Invisible characters, blanks that are not U+0020, and direction marks; spaces before a space; combining marks beyond
 * three, which would cover adjacent lines.
 */
const deceptive =
  /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]|(?! )\p{Zs}| (?= )|(?<=\p{M}{3})\p{M}/gu

/** Text on one line with every deceptive character escaped: `a\u3000b`. */
export const visibleText = (text: string): string =>
  text.replace(deceptive, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16)
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`
  })

/** Complete value as JSON on one line, which cannot imitate another part of a question. */
export const plainText = (value: unknown): string => visibleText(JSON.stringify(value) ?? "nothing")
