/** Types of assets, with the extension of their addresses. Source: gaps of the REST specification, "Assets". */
export const assetExtensions = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/svg+xml": "svg",
  "image/webp": "webp",
  "image/x-icon": "ico",
  "font/woff": "woff",
  "font/woff2": "woff2"
} as const
export type AssetType = keyof typeof assetExtensions

/** Bytes at positions of a file; the positions are those of the bytes. */
type Signature = ReadonlyArray<readonly [position: number, bytes: ReadonlyArray<number>]>

const ascii = (text: string): ReadonlyArray<number> => [...text].map((character) => character.charCodeAt(0))

const signatures: ReadonlyArray<readonly [AssetType, Signature]> = [
  ["image/png", [[0, [0x89, ...ascii("PNG\r\n"), 0x1a, 0x0a]], [12, ascii("IHDR")]]],
  ["image/jpeg", [[0, [0xff, 0xd8, 0xff]]]],
  ["image/webp", [[0, ascii("RIFF")], [8, ascii("WEBPVP8")]]],
  ["image/x-icon", [[0, [0, 0, 1, 0]]]],
  ["font/woff", [[0, ascii("wOFF")]]],
  ["font/woff2", [[0, ascii("wOF2")]]]
]

const matches = (bytes: Uint8Array, signature: Signature): boolean =>
  signature.every(([position, expected]) => expected.every((byte, index) => bytes[position + index] === byte))

/**
 * Type of a file by its bytes; undefined for any other. A text that begins with markup is taken for SVG, and read as such
 * before it is stored.
 */
export const assetTypeOf = (bytes: Uint8Array): AssetType | undefined =>
  signatures.find(([, signature]) => matches(bytes, signature))?.[0] ??
    (beginsWithMarkup(bytes) ? "image/svg+xml" : undefined)

const beginsWithMarkup = (bytes: Uint8Array): boolean => {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  const first = bytes.subarray(start, start + 1000).find((byte) => ![0x20, 0x09, 0x0a, 0x0d].includes(byte))
  return first === 0x3c
}
