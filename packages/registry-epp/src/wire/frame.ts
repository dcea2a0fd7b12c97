const headerLength = 4

/** A document behind the length of both, in network order (RFC 5734, section 4), as one buffer for one write. */
export const frame = (document: string): Buffer => {
  const length = headerLength + Buffer.byteLength(document)
  const bytes = Buffer.allocUnsafe(length)
  bytes.writeUInt32BE(length, 0)
  bytes.write(document, headerLength)
  return bytes
}
