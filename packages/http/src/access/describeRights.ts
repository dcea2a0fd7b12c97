import { operationNeedsUser, operationRights } from "@namewright/core/access"

interface Operation {
  readonly description?: string
}

const methods: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete"])

/** Writes below each operation of an OpenAPI document which rights it asks of its caller. */
export const describeRights = (document: Record<string, unknown>): Record<string, unknown> => ({
  ...document,
  paths: mapValues(
    document["paths"] as Record<string, Record<string, Operation>>,
    (item, path) =>
      mapValues(item, (operation, method) => methods.has(method) ? describe(operation, method, path) : operation)
  )
})

const describe = (operation: Operation, method: string, path: string): Operation => {
  const rights = operationRights(method.toUpperCase(), path)
  if (rights === undefined) return operation
  const needed = rights.map((right) => `\`${right}\``).join(" and ")
  const sentence = operationNeedsUser(method.toUpperCase(), path)
    ? `For people who have signed in${needed === "" ? "" : `; needs ${needed}`}.`
    : needed === ""
    ? "Any valid credential may call this."
    : `Needs ${needed}.`
  return {
    ...operation,
    description: operation.description === undefined ? sentence : `${operation.description}\n\n${sentence}`
  }
}

const mapValues = <A>(record: Record<string, A>, map: (value: A, key: string) => A): Record<string, A> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
