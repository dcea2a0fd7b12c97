import { mask } from "./changedMembers.ts"
import type { ObjectLogDetails } from "./ObjectLogEntry.ts"
import type { NewObjectLogEntry } from "./ObjectLogStore.ts"

/**
 * The entries of one transaction, in order. A plain update is merged with another entry of its object: a renewal is one
 * entry with its action and the members that it changed, and not two.
 */
export const mergedChanges = (entries: ReadonlyArray<NewObjectLogEntry>): ReadonlyArray<NewObjectLogEntry> => {
  const merged: Array<NewObjectLogEntry> = []
  for (const entry of entries) {
    const index = merged.findLastIndex(({ object_id, object_type }) =>
      object_id === entry.object_id && object_type === entry.object_type
    )
    const earlier = merged[index]
    if (earlier === undefined || (earlier.action !== "UPDATED" && entry.action !== "UPDATED")) merged.push(entry)
    else merged[index] = combined(earlier, entry)
  }
  return merged.filter(({ action, details }) => action !== "UPDATED" || details !== null)
}

const combined = (earlier: NewObjectLogEntry, later: NewObjectLogEntry): NewObjectLogEntry => {
  const action = earlier.action === "UPDATED" ? later.action : earlier.action
  const before = action === "CREATED" ? {} : { ...later.details?.before, ...earlier.details?.before }
  const after = action === "DELETED" ? {} : { ...earlier.details?.after, ...later.details?.after }
  const details = action === "CREATED" || action === "DELETED" ? { before, after } : differing({ before, after })
  return { ...earlier, action, details }
}

/** Without members that have their first value again. Masked values may differ. */
const differing = ({ after, before }: ObjectLogDetails): ObjectLogDetails | null => {
  const same = new Set(
    Object.keys(before).filter((name) => {
      const text = JSON.stringify(before[name])
      return name in after && text === JSON.stringify(after[name]) && !text.includes(mask)
    })
  )
  const kept = (members: ObjectLogDetails["before"]) =>
    Object.fromEntries(Object.entries(members).filter(([name]) => !same.has(name)))
  const details = { before: kept(before), after: kept(after) }
  return Object.keys(details.before).length + Object.keys(details.after).length === 0 ? null : details
}
