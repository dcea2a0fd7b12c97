import { type JobKinds, SubmitBatch } from "@namewright/core/jobs"
import { decodeInput } from "@namewright/core/shared"
import { Effect, Predicate } from "effect"
import { countedCommands, everyOfCommand, plannedCommands } from "./batchCommands.ts"
import { fullOrCounted } from "./CallText.ts"
import { countedSent, everySent } from "./sentMembers.ts"

const decode = decodeInput(SubmitBatch)

const commandsApart: ReadonlySet<string> = new Set(["commands"])

/** Text about a batch: each command with its jobs, or numbers by command and object. */
export const batchText = Effect.fnUntraced(function*(kinds: JobKinds["Service"], body: unknown, shown: unknown) {
  const { commands } = yield* Effect.orDie(Effect.fromResult(decode(body)))
  const masked = Predicate.hasProperty(shown, "commands") && Array.isArray(shown.commands) ? shown.commands : []
  const planned = yield* plannedCommands(kinds, commands, masked)
  return fullOrCounted(
    [...everySent(shown, commandsApart), ...planned.flatMap(everyOfCommand)],
    () => [...countedSent(shown, commandsApart), ...countedCommands(planned)]
  )
})
