import type { ByteRange } from "@namewright/core/reports"

/**
 * Range of a file of `size` (at least 1) bytes in a `Range` header. Undefined if the header is ignored: absent, of
 * another unit, malformed, or with several ranges (RFC 9110, section 14.2).
 */
export const requestedRange = (header: string | undefined, size: number): ByteRange | "unsatisfiable" | undefined => {
  const [, from = "", to = ""] = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? "") ?? []
  if (from === "" && to === "") return undefined
  if (from === "") {
    const length = Math.min(Number(to), size)
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 }
  }
  const [start, last] = [Number(from), to === "" ? size - 1 : Number(to)]
  if (last < start && to !== "") return undefined
  return start >= size ? "unsatisfiable" : { start, end: Math.min(last, size - 1) }
}
