/**
 * Parts of a file that could run a script or send a request. It reads the text and knows nothing of the sanitizer's lists
 * beyond these names.
 */
export const unsafeParts = (file: string): ReadonlyArray<string> => {
  const markup = file.replaceAll(/>[^<]*</g, "><")
  return [
    /<(?:\w+:)?(?:script|foreignObject|iframe|image|feImage|a|animate\w*|set|style|link|base|meta|audio|video|img|object|embed|handler|listener|discard)\b/i,
    /\son\w+\s*=/i,
    /(?:java|vb)script\s*:/i,
    /\bdata\s*:/i,
    /url\(\s*["']?(?!#)/i,
    /href\s*=\s*"(?!\s*#)/i,
    /@import|expression\s*\(|image-set|\\/i,
    /<!|<\?/,
    /"https?:\/\/(?!www\.w3\.org\/2000\/svg")/
  ].flatMap((pattern) => pattern.exec(markup)?.[0] ?? [])
}
