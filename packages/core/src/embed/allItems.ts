// oxlint-disable no-await-in-loop -- each part is read after the part before it
import type { Position } from "../shared/index.ts"

type Item = Readonly<Record<string, unknown>>
type Read = (position: Position) => Promise<ReadonlyArray<Item>>

/**
 * Reads a list part by part. Each part begins with the last item of the part before it, so that removals and insertions
 * before that item are noticed; reading then continues after the last item that was returned and still exists.
 */
export async function* allItems(read: Read, size: number, id: string): AsyncGenerator<Item, void, undefined> {
  let recent: ReadonlySet<unknown> = new Set()
  let skip = 0
  let items = await read({ skip, size })
  for (;;) {
    const fresh = items.slice(items.findLastIndex((item) => recent.has(item[id])) + 1)
    yield* fresh
    if (items.length < size) return
    if (fresh.length > 0) recent = new Set(items.map((item) => item[id]))
    const found = await findAny(read, { skip: skip + items.length - 1, size }, recent, id)
    skip = found.skip
    items = found.items
  }
}

/** Reads the part at a position, or the nearest one that contains any of the items. */
const findAny = async (read: Read, start: Position, wanted: ReadonlySet<unknown>, id: string) => {
  const { size } = start
  const readAt = async (skip: number) => {
    const items = await read({ skip, size })
    return { skip, items, isFound: items.some((item) => wanted.has(item[id])) }
  }
  const first = await readAt(start.skip)
  if (first.isFound) return first
  for (let skip = start.skip; skip > 0;) {
    skip = Math.max(0, skip - size)
    const before = await readAt(skip)
    if (before.isFound) return before
  }
  for (let after = first; after.items.length === size;) {
    after = await readAt(after.skip + size)
    if (after.isFound) return after
  }
  return first
}
