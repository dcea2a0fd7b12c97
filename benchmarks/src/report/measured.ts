import type { Storage } from "../harness/Databases.ts"

export interface ReportTask {
  readonly storage: Storage & { readonly type: "postgres" }
  /** Where the ZIP is written. */
  readonly folder: string
}

export interface ReportResult {
  readonly rowsPerSecond: number
  /** CPU time of the process for a row, in microseconds. */
  readonly cpuMicros: number
  /** Bytes that the process held at its highest. */
  readonly peakBytes: number
  readonly fileBytes: number
  readonly rows: number
}

/** How fast a process makes a report, and how much memory it takes. */
export const measured = async (
  make: () => Promise<{ readonly rows: number; readonly bytes: number }>
): Promise<ReportResult> => {
  const started = performance.now()
  const before = process.cpuUsage()
  const { bytes, rows } = await make()
  const { system, user } = process.cpuUsage(before)
  const seconds = (performance.now() - started) / 1000
  return {
    rows,
    rowsPerSecond: rows / seconds,
    cpuMicros: (user + system) / rows,
    peakBytes: process.resourceUsage().maxRSS * 1024,
    fileBytes: bytes
  }
}
