/**
 * Characters that are not seen, that look like a space and are none, or that turn the direction of the text; spaces
 * before another one; and combining marks beyond three, which would cover the lines around them.
 */
const deceptive =
  /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]|(?! )\p{Zs}| (?= )|(?<=\p{M}{3})\p{M}/gu

/** A text whose every character is seen as what it is: `a\u3000b`. It stays in its line. */
export const visibleText = (text: string): string =>
  text.replace(deceptive, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16)
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`
  })

/** A value as JSON in one line, in which nothing can look like another part of a question. It is never cut. */
export const plainText = (value: unknown): string => visibleText(JSON.stringify(value) ?? "nothing")
