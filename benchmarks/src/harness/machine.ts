import { cpus, loadavg, totalmem } from "node:os"

export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly memoryGibibytes: number
  readonly node: string
  /** Load average of the last 15 minutes; above the number of cores, measured times are too long. */
  readonly load: number
  readonly postgres: string | undefined
}

/** Machine on which the figures were measured. */
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
