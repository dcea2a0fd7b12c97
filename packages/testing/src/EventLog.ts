import type { Change, ChangeKind } from "@namewright/core/changes"
import type { ChangeCalls } from "@namewright/core/embed"

/** A change as the feed returns it: an event, or a movement of money. */
export type TestEvent<K extends ChangeKind = ChangeKind> = Change<K>

/** All changes since the start, in the order of their commits, such as `domain.registered` and `charge.captured`. */
export type TestEvents = <K extends ChangeKind = ChangeKind>(
  kinds?: ReadonlyArray<K>
) => Promise<ReadonlyArray<TestEvent<K>>>

/** Changes of one page. */
const perPage = 1000

const isOf = <K extends ChangeKind>(change: TestEvent, kinds: ReadonlyArray<K> | undefined): change is TestEvent<K> =>
  kinds === undefined || kinds.some((kind) => kind === change.kind)

/** Keeps changes beyond their retention in the feed: the clock of a test passes it in a second. */
export const makeEventLog = ({ read }: Pick<ChangeCalls, "read">) => {
  const found: Array<TestEvent> = []
  let after = 0

  const readNew = async (): Promise<void> => {
    const { changes, next } = await read({ after, limit: perPage })
    found.push(...changes)
    const isEnd = next === after
    after = next
    if (!isEnd) await readNew()
  }

  let reading: Promise<void> = Promise.resolve()
  /** One reader at a time, or changes would be added twice. */
  const collect = (): Promise<void> => (reading = reading.catch(() => {}).then(readNew))

  const all: TestEvents = async <K extends ChangeKind>(kinds?: ReadonlyArray<K>) => {
    await collect()
    return found.filter((change) => isOf(change, kinds))
  }
  return { collect, all }
}
