import type { JobKinds } from "@namewright/core/jobs"
import type { Permission } from "@namewright/core/shared"
import type { OperationRules } from "../shared/OperationRules.ts"
import { commandNames } from "./commandNames.ts"

/** Rights that the commands of a batch need, in addition to the right to submit batches. Empty for other operations. */
export const commandRights = (
  kinds: JobKinds["Service"],
  { write }: OperationRules,
  body: unknown
): ReadonlyArray<Permission> =>
  write?.risk === "commands"
    ? [...new Set(commandNames(body).flatMap((name) => kinds.command(name)?.right ?? []))]
    : []
