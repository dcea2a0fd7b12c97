import type { Storage } from "../harness/Databases.ts"

export interface ReportTask {
  readonly storage: Storage & { readonly type: "postgres" }
  /** Folder of the ZIP file. */
  readonly folder: string
}

export interface ReportResult {
  readonly rowsPerSecond: number
  /** CPU time of the process per row, in microseconds. */
  readonly cpuMicros: number
  /** Peak resident memory of the process, in bytes. */
  readonly peakBytes: number
  readonly fileBytes: number
  readonly rows: number
}

/** Speed and memory of a process that generates a report. */
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
