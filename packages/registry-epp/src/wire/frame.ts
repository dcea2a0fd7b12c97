const headerLength = 4

/** A frame: the total length in network byte order, then the document (RFC 5734, section 4), in one buffer. */
export const frame = (document: string): Buffer => {
  const length = headerLength + Buffer.byteLength(document)
  const bytes = Buffer.allocUnsafe(length)
  bytes.writeUInt32BE(length, 0)
  bytes.write(document, headerLength)
  return bytes
}
