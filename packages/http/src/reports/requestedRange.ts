import type { ByteRange } from "@namewright/core/reports"

/**
 * The part of a file of `size` bytes, at least one, that a `Range` header asks for; undefined where it is to be ignored: absent, of
 * another unit, malformed, or of several parts (RFC 9110, section 14.2).
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
