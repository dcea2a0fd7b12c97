import { cpus, loadavg, totalmem } from "node:os"

export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly memoryGibibytes: number
  readonly node: string
  /** Processes that wanted a core in the last quarter of an hour, on average; beyond the cores, times are too long. */
  readonly load: number
  readonly postgres: string | undefined
}

/** What the figures were measured on. */
export const machineOf = (postgres: string | undefined): Machine => {
  const [processor] = cpus()
  return {
    processor: processor?.model.replaceAll(/\((?:R|TM)\)/g, "").replaceAll(/ +/g, " ").trim() ?? "unknown processor",
    cores: cpus().length,
    memoryGibibytes: Math.round(totalmem() / 1024 ** 3),
    node: process.versions.node,
    load: loadavg()[2] ?? 0,
    postgres
  }
}
