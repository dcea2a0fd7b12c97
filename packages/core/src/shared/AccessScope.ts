import { Schema } from "effect"
import { labelsMatch, labelsOfName, NamePattern } from "./NamePattern.ts"

/**
 * Zones and domains to which a caller is restricted: those with one of the ids, with one of the tags, or with a name that
 * matches one of the patterns.
 */
export const ObjectScope = Schema.Struct({
  ids: Schema.Array(Schema.String),
  tag_ids: Schema.Array(Schema.String),
  names: Schema.Array(NamePattern)
})
export type ObjectScope = typeof ObjectScope.Type

/** RRsets to which a caller is restricted: a pattern of absolute owner names, and types; null for every type. */
export const RrsetScope = Schema.Struct({
  name: NamePattern,
  types: Schema.NullOr(Schema.Array(Schema.String))
})
export type RrsetScope = typeof RrsetScope.Type

/** One set of restrictions; a member that is null does not restrict. */
export const ScopePart = Schema.Struct({
  objects: Schema.NullOr(ObjectScope),
  rrsets: Schema.NullOr(Schema.Array(RrsetScope))
})
export type ScopePart = typeof ScopePart.Type

/**
 * Restriction of a caller to some objects of its organization. Every part has to admit an object; there is one for a key,
 * and a second one for a job whose key has changed since.
 */
export const AccessScope = Schema.Array(ScopePart)
export type AccessScope = typeof AccessScope.Type

/** Zone or domain whose access is checked. */
export interface ScopedObject {
  readonly id: string
  /** In lower case, with or without the final dot. */
  readonly name: string
}

type Matcher = (labels: ReadonlyArray<string>) => boolean

interface ObjectMatchers {
  readonly ids: ReadonlySet<string>
  readonly tag_ids: ReadonlyArray<string>
  readonly names: ReadonlyArray<Matcher>
}

interface RrsetMatcher {
  readonly matches: Matcher
  readonly types: ReadonlySet<string> | null
}

const matcherOf = (pattern: NamePattern): Matcher => {
  const labels = labelsOfName(pattern)
  return (name) => labelsMatch(labels, name)
}

/** Matchers of restrictions by their value. The cached actor of a credential has one value in all of its calls. */
const objectMatchers = new WeakMap<ObjectScope, ObjectMatchers>()
const rrsetMatchers = new WeakMap<ReadonlyArray<RrsetScope>, ReadonlyArray<RrsetMatcher>>()

const objectMatchersOf = (scope: ObjectScope): ObjectMatchers => {
  const known = objectMatchers.get(scope)
  if (known !== undefined) return known
  const made = { ids: new Set(scope.ids), tag_ids: scope.tag_ids, names: scope.names.map(matcherOf) }
  objectMatchers.set(scope, made)
  return made
}

const rrsetMatchersOf = (scope: ReadonlyArray<RrsetScope>): ReadonlyArray<RrsetMatcher> => {
  const known = rrsetMatchers.get(scope)
  if (known !== undefined) return known
  const made = scope.map(({ name, types }) => ({
    matches: matcherOf(name),
    types: types === null ? null : new Set(types)
  }))
  rrsetMatchers.set(scope, made)
  return made
}

/** The restrictions of a scope to objects. */
export const objectScopes = (scope: AccessScope | undefined): ReadonlyArray<ObjectScope> =>
  scope === undefined ? [] : scope.flatMap(({ objects }) => objects ?? [])

/** Tags in every restriction to objects; undefined if there is none. */
export const tagsOfScope = (scope: AccessScope | undefined): ReadonlyArray<string> | undefined => {
  const [first, ...others] = objectScopes(scope)
  return first?.tag_ids.filter((tag) => others.every(({ tag_ids }) => tag_ids.includes(tag)))
}

/**
 * Tags of which an object needs one, for each part of the scope that its id and name do not admit. Empty if the object is
 * in the scope whatever its tags are; undefined if it is not.
 */
export const tagsNeeded = (
  scope: AccessScope | undefined,
  { id, name }: ScopedObject
): ReadonlyArray<ReadonlyArray<string>> | undefined => {
  const needed: Array<ReadonlyArray<string>> = []
  const labels = labelsOfName(name)
  for (const objects of objectScopes(scope)) {
    const { ids, names, tag_ids } = objectMatchersOf(objects)
    if (ids.has(id) || names.some((matches) => matches(labels))) continue
    if (tag_ids.length === 0) return undefined
    needed.push(tag_ids)
  }
  return needed
}

/** True if the scope admits some RRsets of a zone only. */
export const restrictsRrsets = (scope: AccessScope | undefined): boolean =>
  scope !== undefined && scope.some(({ rrsets }) => rrsets !== null)

/** True if the scope admits an RRset. The name is absolute, in its canonical text. */
export const admitsRrset = (scope: AccessScope | undefined, name: string, type: string): boolean =>
  scope === undefined || scope.every(({ rrsets }) => {
    if (rrsets === null) return true
    const labels = labelsOfName(name.toLowerCase())
    return rrsetMatchersOf(rrsets).some((rrset) =>
      (rrset.types === null || rrset.types.has(type)) && rrset.matches(labels)
    )
  })
