import { Schema } from "effect"
import { limits } from "../Limits.ts"
import * as Text from "../Text.ts"

/** Text that a list is searched for. */
export const searchText = Schema.String.check(Schema.isMaxLength(limits.searchText), Text.singleLine)

/** Values of which an item has to match one. */
export const anyOf = <S extends Schema.Constraint>(item: S, maximum: number = limits.repeatedParameter) =>
  Schema.Array(item).check(Schema.isMaxLength(maximum))
