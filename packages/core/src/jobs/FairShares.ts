/** Jobs that only wait for capacity: of one batch, or of the system for one organization. */
export interface WaitingQueue {
  readonly queue_no: number
  readonly organization_id: string
  /** Size of the batch at submission. */
  readonly size: number
  /** Number of jobs that could be queued now. */
  readonly ready: number
}

/**
 * Number of jobs of each queue that become runnable. Organizations take turns, in the order of their first queues; in
 * each turn the organization's smallest batch gets one slot. No organization gets more slots than another that has
 * waiting jobs, and no slot stays free while jobs wait.
 */
export const fairShares = (room: number, queues: ReadonlyArray<WaitingQueue>): ReadonlyMap<number, number> => {
  const organizations = [...Map.groupBy(queues, (queue) => queue.organization_id).values()]
  const waiting = organizations.map((own) => own.reduce((sum, { ready }) => sum + ready, 0))
  const shares = turns(room, waiting)
  return new Map(organizations.flatMap((own, index) => smallestFirst(shares[index] ?? 0, own)))
}

/** Distributes slots in turns; each participant gets at most its number of waiting jobs. */
const turns = (room: number, waiting: ReadonlyArray<number>): ReadonlyArray<number> => {
  const shares = waiting.map(() => 0)
  let left = Math.min(room, waiting.reduce((sum, count) => sum + count, 0))
  while (left > 0) {
    const hungry = waiting.flatMap((count, index) => count > (shares[index] ?? 0) ? [index] : [])
    const each = Math.max(1, Math.floor(left / hungry.length))
    for (const index of hungry.slice(0, left)) {
      const given = Math.min(each, (waiting[index] ?? 0) - (shares[index] ?? 0))
      shares[index] = (shares[index] ?? 0) + given
      left -= given
    }
  }
  return shares
}

const smallestFirst = (
  shares: number,
  queues: ReadonlyArray<WaitingQueue>
): ReadonlyArray<readonly [number, number]> => {
  let left = shares
  return queues
    .toSorted((a, b) => a.size - b.size || a.queue_no - b.queue_no)
    .flatMap(({ queue_no, ready }) => {
      const given = Math.min(left, ready)
      left -= given
      return given > 0 ? [[queue_no, given] as const] : []
    })
}
