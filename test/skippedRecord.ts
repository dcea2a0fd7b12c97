import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** Suites that a run skipped and that Debian packages would enable. */
export interface SkippedRecord {
  readonly packages: ReadonlyArray<string>
  /** Test files, relative to the root of the checkout. */
  readonly files: ReadonlyArray<string>
}

const pathIn = (root: string): string => join(root, "node_modules/.cache/namewright/skipped.json")

/** Record of the last run, which `npm run test:skipped` reads. */
export const skippedRecord = {
  write: (root: string, record: SkippedRecord): void => {
    const path = pathIn(root)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify(record))
  },
  read: (root: string): SkippedRecord => JSON.parse(readFileSync(pathIn(root), "utf8"))
}
