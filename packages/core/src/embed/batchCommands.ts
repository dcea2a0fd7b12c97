import { Layer, type Schema } from "effect"
import { contactCommands } from "../contacts/index.ts"
import { zoneCommands } from "../dns/index.ts"
import { domainCommands } from "../domains/index.ts"
import type { CommandForm } from "../jobs/index.ts"
import type { InputOf } from "../shared/index.ts"

/** Every command of batches, in the order of documents. A slice with commands is entered here. */
export const batchCommands = [...domainCommands, ...zoneCommands, ...contactCommands] as const

const [first, ...others] = batchCommands

type Declared = (typeof batchCommands)[number]

/** The forms of every command. */
export const commandForms = batchCommands.flatMap((one): ReadonlyArray<Declared["forms"][number]> => one.forms)

type InputOfForm<Form> = Form extends CommandForm<string, Schema.Top> ? InputOf<Form["sent"]> : never

/** A command of a batch, as `jobs.submit` takes it. The type of `payload` depends on `command`. */
export type BatchCommandInput = InputOfForm<Declared["forms"][number]>

/** Registers every command. */
export const registeredCommands = Layer.mergeAll(first.layer, ...others.map((one): Declared["layer"] => one.layer))
