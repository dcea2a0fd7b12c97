import { Schema } from "effect"
import { Instant, TypeId } from "../shared/index.ts"

export const ProcessId = TypeId.schema("process").pipe(Schema.brand("ProcessId"))
export type ProcessId = typeof ProcessId.Type
export const newProcessId = TypeId.generator("process", (text) => ProcessId.make(text))

/** Process of the installation: running, or ended without removing its row. */
export const Process = Schema.Struct({
  process_id: ProcessId,
  started_on: Instant.Instant,
  /** Time of the last heartbeat. */
  seen_on: Instant.Instant
})
export type Process = typeof Process.Type
