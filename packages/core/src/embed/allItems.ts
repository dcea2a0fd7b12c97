import type { Position } from "../shared/index.ts"

type Item = Readonly<Record<string, unknown>>
type Read = (position: Position) => Promise<ReadonlyArray<Item>>

/**
 * Reads a list part by part. Each part begins with the last item of the part before it. A part without any item that was
 * returned shows that items before it were removed, so reading steps back. The ids of returned items stay in memory, about
 * 100 bytes each.
 */
export async function* allItems(read: Read, size: number, id: string): AsyncGenerator<Item, void, undefined> {
  const returned = new Set<unknown>()
  for (let skip = 0;;) {
    // oxlint-disable-next-line no-await-in-loop -- each part is read after the part before it
    const items = await read({ skip, size })
    if (skip > 0 && !items.some((item) => returned.has(item[id]))) {
      skip = Math.max(0, skip - size + 1)
      continue
    }
    for (const item of items) {
      if (returned.has(item[id])) continue
      returned.add(item[id])
      yield item
    }
    if (items.length < size) return
    skip += size - 1
  }
}
