/**
 * Characters that are invisible, look like a space, or change the direction of the text; spaces before another space;
 * and combining marks beyond three, which would cover adjacent lines.
 */
const deceptive =
  /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]|(?! )\p{Zs}| (?= )|(?<=\p{M}{3})\p{M}/gu

/** Text with deceptive characters escaped, such as `a\u3000b`, on one line. */
export const visibleText = (text: string): string =>
  text.replace(deceptive, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16)
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`
  })

/** Value as JSON on one line that cannot imitate other parts of a question. It is never truncated. */
export const plainText = (value: unknown): string => visibleText(JSON.stringify(value) ?? "nothing")
