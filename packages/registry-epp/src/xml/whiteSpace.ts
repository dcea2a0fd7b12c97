/** White space of XML 1.0 (section 2.3). Other spaces of Unicode are ordinary characters. */
const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0d || code === 0x0a

/** Text without white space at its ends. */
export const trimmed = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

/** Text without any white space. */
export const withoutSpace = (text: string): string => text.replaceAll(/[ \t\r\n]/g, "")
