import { type InputIssue, inputIssue } from "@namewright/core/shared"
import { Predicate } from "effect"

/** Issues of texts and member names with an unpaired surrogate, which URLs and databases cannot contain. */
export const unpairedSurrogates = (
  value: unknown,
  loc: ReadonlyArray<string | number>
): ReadonlyArray<InputIssue> => {
  if (Predicate.isString(value)) {
    return value.isWellFormed()
      ? []
      : [inputIssue(loc, "string_unicode", "The text has half of a surrogate pair", value.toWellFormed())]
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => unpairedSurrogates(item, [...loc, index]))
  if (!Predicate.isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const memberLoc = [...loc, name.toWellFormed()]
    return [...unpairedSurrogates(name, memberLoc), ...unpairedSurrogates(member, memberLoc)]
  })
}
