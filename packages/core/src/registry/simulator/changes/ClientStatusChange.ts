import { Result } from "effect"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { policy } from "../objects/Refusal.ts"

/** The client statuses of an object after a change; those that only the registry sets are refused. */
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
    const known = own.find((other) => other === status)
    if (known === undefined) return Result.fail(policy(`The status ${status} is not the registrar's to set`))
    if (left.includes(known)) return Result.fail(policy(`The status ${status} is set already`))
    left.push(known)
  }
  return Result.succeed(left)
}
