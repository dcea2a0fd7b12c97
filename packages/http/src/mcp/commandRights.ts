import type { JobKinds } from "@namewright/core/jobs"
import type { Permission } from "@namewright/core/shared"
import { Predicate } from "effect"
import { commandName } from "./commandName.ts"
import type { Operation } from "./OperationCatalog.ts"

/**
 * What the commands of a batch ask of whoever submits them, beside the right to submit batches. It stands in no rule
 * about operations, because it depends on the body.
 */
export const commandRights = (
  kinds: JobKinds["Service"],
  { operationId }: Pick<Operation, "operationId">,
  body: unknown
): ReadonlyArray<Permission> => {
  if (operationId !== "submitBatch" || !Predicate.hasProperty(body, "commands") || !Array.isArray(body.commands)) {
    return []
  }
  const names = body.commands.map((command: unknown) => commandName(command))
  return [...new Set(names.flatMap((name) => (name === undefined ? undefined : kinds.command(name)?.right) ?? []))]
}
