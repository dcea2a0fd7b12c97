import { type Context, Metric } from "effect"

const sessions = Metric.gauge("epp_sessions", {
  description: "Sessions that this process has with a registry"
})

const waiting = Metric.gauge("epp_commands_waiting", {
  description: "Commands that wait for a session or for the registry's next minute"
})

const circuit = Metric.gauge("epp_circuit_open", {
  description: "1 while no session is opened because the registry is away or refuses the login"
})

const logins = Metric.counter("epp_logins_total", {
  description: "Attempts to open a session by outcome",
  incremental: true
})

const commands = Metric.counter("epp_commands_total", {
  description: "Commands by kind and result code; `lost` where no answer came",
  incremental: true
})

const duration = Metric.histogram("epp_command_duration_seconds", {
  description: "Seconds from the writing of a command to its answer, by kind",
  boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
})

/** Metrics of one pool. */
export interface PoolMetrics {
  readonly levels: (of: { readonly sessions: number; readonly waiting: number; readonly isOpen: boolean }) => void
  readonly login: (outcome: string) => void
  /** `command` is the command's tag; `code` is a result code or `lost`. */
  readonly command: (command: string, code: string, millis: number) => void
}

export const poolMetrics = (registry: string, context: Context.Context<never>): PoolMetrics => {
  const of = { registry }
  const level = {
    sessions: Metric.withAttributes(sessions, of),
    waiting: Metric.withAttributes(waiting, of),
    circuit: Metric.withAttributes(circuit, of)
  }
  const kinds = new Map<string, Metric.Metric<number, unknown>>()
  const codes = new Map<string, Metric.Metric<number, unknown>>()
  return {
    levels: (now) => {
      level.sessions.updateUnsafe(now.sessions, context)
      level.waiting.updateUnsafe(now.waiting, context)
      level.circuit.updateUnsafe(now.isOpen ? 1 : 0, context)
    },
    login: (outcome) => Metric.withAttributes(logins, { registry, outcome }).updateUnsafe(1, context),
    command: (command, code, millis) => {
      remembered(codes, `${code} ${command}`, () => Metric.withAttributes(commands, { registry, command, code }))
        .updateUnsafe(1, context)
      remembered(kinds, command, () => Metric.withAttributes(duration, { registry, command }))
        .updateUnsafe(millis / 1000, context)
    }
  }
}

const remembered = <A>(cache: Map<string, A>, key: string, make: () => A): A => {
  const made = cache.get(key) ?? make()
  cache.set(key, made)
  return made
}
