import { type JobKinds, SubmitBatch } from "@namewright/core/jobs"
import { decodeInput } from "@namewright/core/shared"
import { Effect, Predicate } from "effect"
import { allLinesOf, countedCommands, plannedCommands } from "./batchCommands.ts"
import { fullOrCounted } from "./CallText.ts"
import { allMemberLines, countedMemberLines } from "./sentMembers.ts"

const decode = decodeInput(SubmitBatch)

const commandsApart: ReadonlySet<string> = new Set(["commands"])

/** Text about a batch: each command with its jobs, or numbers by command and object. */
export const batchText = Effect.fnUntraced(function*(kinds: JobKinds["Service"], body: unknown, shown: unknown) {
  const { commands } = yield* Effect.orDie(Effect.fromResult(decode(body)))
  const masked = Predicate.hasProperty(shown, "commands") && Array.isArray(shown.commands) ? shown.commands : []
  const planned = yield* plannedCommands(kinds, commands, masked)
  return fullOrCounted(
    [...allMemberLines(shown, commandsApart), ...planned.flatMap(allLinesOf)],
    () => [...countedMemberLines(shown, commandsApart), ...countedCommands(planned)]
  )
})
