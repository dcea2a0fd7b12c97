import { Result } from "effect"

const headerLength = 4

/** Default maximum length of a frame: 16 MiB, header included. */
export const standardFrameLimit = 16 * 1024 * 1024

/** Invalid frame length, or one above the limit. The rest of the stream cannot be parsed. */
export interface FrameProblem {
  readonly length: number
  readonly limit: number
}

/** Splits a byte stream into the documents of its frames (RFC 5734, section 4). It buffers an incomplete frame. */
export class FrameReader {
  readonly #limit: number
  #chunks: Array<Buffer> = []
  #buffered = 0

  constructor(limit = standardFrameLimit) {
    this.#limit = limit
  }

  /** The octets of the documents that a chunk completes, in order. After a problem the stream is unusable. */
  push(chunk: Buffer): Result.Result<ReadonlyArray<Buffer>, FrameProblem> {
    this.#chunks.push(chunk)
    this.#buffered += chunk.length
    const documents: Array<Buffer> = []
    while (this.#buffered >= headerLength) {
      const length = this.#header()
      if (length <= headerLength || length > this.#limit) return Result.fail({ length, limit: this.#limit })
      if (this.#buffered < length) break
      documents.push(this.#take(length).subarray(headerLength))
    }
    return Result.succeed(documents)
  }

  #header(): number {
    const [first] = this.#chunks
    if (first !== undefined && first.length >= headerLength) return first.readUInt32BE(0)
    return this.#join().readUInt32BE(0)
  }

  #take(length: number): Buffer {
    const [first] = this.#chunks
    const bytes = first !== undefined && first.length >= length ? first : this.#join()
    const rest = bytes.subarray(length)
    if (rest.length === 0) this.#chunks.shift()
    else this.#chunks[0] = rest
    this.#buffered -= length
    return bytes.subarray(0, length)
  }

  /** Joins the chunks; once for a header and once for a whole frame, never for each chunk. */
  #join(): Buffer {
    const joined = Buffer.concat(this.#chunks, this.#buffered)
    this.#chunks = [joined]
    return joined
  }
}
