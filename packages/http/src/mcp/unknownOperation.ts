import { operationCatalog } from "../platform/OperationCatalog.ts"
import { searchOperations } from "./searchOperations.ts"
import { ToolRefusal } from "./Tool.ts"

/** Refusal of an unknown operation, with similar ones. */
export const unknownOperation = (id: string): ToolRefusal => {
  const near = searchOperations(operationCatalog, id.slice(0, 200)).slice(0, 3).map(({ operationId }) => operationId)
  const hint = near.length === 0 ? "search_operations finds them" : `similar: ${near.join(", ")}`
  return new ToolRefusal({ message: `There is no operation ${JSON.stringify(id.slice(0, 200))}; ${hint}` })
}
