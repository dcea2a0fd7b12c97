import { buffer } from "node:stream/consumers"
import { promisify } from "node:util"
import { fromBuffer, type ZipFile } from "yauzl"

/** Reads a ZIP with a different library than the one that wrote it. */
export const unzip = async (bytes: Uint8Array): Promise<ReadonlyArray<readonly [name: string, content: Buffer]>> => {
  const zip = await promisify<Buffer, object, ZipFile>(fromBuffer as never)(Buffer.from(bytes), { lazyEntries: true })
  const found: Array<readonly [string, Buffer]> = []
  await new Promise<void>((resolve, reject) => {
    zip.on("error", reject)
    zip.on("end", () => resolve())
    zip.on("entry", (entry) =>
      zip.openReadStream(entry, async (error, stream) => {
        if (error !== null || stream === undefined) return reject(error)
        found.push([entry.fileName, await buffer(stream)])
        zip.readEntry()
      }))
    zip.readEntry()
  })
  return found
}
