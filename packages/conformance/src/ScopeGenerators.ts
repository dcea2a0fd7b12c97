import { type ObjectScope, type ScopedObject, tagsNeeded } from "@namewright/core/shared"
import type { TagId } from "@namewright/core/tags"
import { Schema } from "effect"

const index = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 }))
const some = Schema.Array(index).check(Schema.isMaxLength(2))

/** Generator of a pattern that is made of the name of an object. */
const Pattern = Schema.Struct({
  of: index,
  kind: Schema.Literals(["whole", "below", "begins", "between", "ends", "all"])
})

/** Generator of a scope, whose indices refer to objects and tags of a test. */
export const GeneratedScope = Schema.Struct({
  ids: some,
  tags: some,
  names: Schema.Array(Pattern).check(Schema.isMaxLength(2))
})
export type GeneratedScope = typeof GeneratedScope.Type

const patternOf = ({ kind, of }: typeof Pattern.Type, objects: ReadonlyArray<ScopedObject>): string => {
  const name = objects[of]?.name.replace(/\.$/, "") ?? ""
  // Patterns have no escaped dots.
  const [first = "", ...others] = (name === "" || name.includes("\\") ? "absent.example" : name).split(".")
  const last = others.at(-1) ?? "example"
  switch (kind) {
    case "whole":
      return [first, ...others].join(".")
    case "below":
      return ["*", ...others].join(".")
    case "begins":
      return `${first}.*`
    case "between":
      return `${first}.*.${last}`
    case "ends":
      return `*.${last}`
    case "all":
      return "*"
  }
}

/** The scope of a generator. */
export const objectScopeOf = (
  { ids, names, tags }: GeneratedScope,
  objects: ReadonlyArray<ScopedObject>,
  known: ReadonlyArray<TagId>
): ObjectScope => ({
  ids: ids.map((one) => objects[one]?.id ?? "absent"),
  tag_ids: tags.flatMap((one) => known[one] ?? []),
  names: names.map((pattern) => patternOf(pattern, objects))
})

/** True if an object with these tags is in all of the scopes. */
export const isWithin = (
  scopes: ReadonlyArray<ObjectScope>,
  object: ScopedObject,
  tags: ReadonlyArray<string>
): boolean =>
  tagsNeeded(scopes.map((objects) => ({ objects, rrsets: null })), object)?.every((needed) =>
    needed.some((tag) => tags.includes(tag))
  ) === true
