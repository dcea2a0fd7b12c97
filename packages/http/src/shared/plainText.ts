/** Characters of one value in a prompt. */
const maximumValue = 300

/**
 * A value as it may stand in a prompt: in one line, without characters that are not seen or turn the direction of the
 * text, so that nothing in it can look like a part of the prompt.
 */
export const plainText = (value: unknown, maximum: number = maximumValue): string => {
  const text = JSON.stringify(value) ?? "nothing"
  const visible = text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`
  )
  return visible.length <= maximum ? visible : `${visible.slice(0, maximum)}…`
}
