import { Result } from "effect"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { policy } from "../objects/Refusal.ts"

/** The client statuses of an object after a change. Statuses that only the registry sets are refused. */
export const changedStatuses = <Status extends string>(
  own: ReadonlyArray<Status>,
  before: ReadonlyArray<Status>,
  { add, remove }: { readonly add: ReadonlyArray<string>; readonly remove: ReadonlyArray<string> }
): Result.Result<ReadonlyArray<Status>, RegistryRefusal> => {
  const left: Array<Status> = [...before]
  for (const status of remove) {
    const found = left.findIndex((other) => other === status)
    if (found < 0) return Result.fail(policy(`The status ${status} is not set, or is not the registrar's`))
    left.splice(found, 1)
  }
  for (const status of add) {
    const allowed = own.find((other) => other === status)
    if (allowed === undefined) return Result.fail(policy(`The status ${status} is not the registrar's to set`))
    if (left.includes(allowed)) return Result.fail(policy(`The status ${status} is set already`))
    left.push(allowed)
  }
  return Result.succeed(left)
}
