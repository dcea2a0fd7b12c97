import { Schema } from "effect"
import { limits } from "../shared/index.ts"

/** A member that a template or an instance may leave to the other one: absent and null are the same. */
export const inheritable = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** Instances, and a template for members that they omit. Source: REST specification, "Jobs". */
export const bulkPayload = <T extends Schema.Top, I extends Schema.Top>(template: T, instance: I) =>
  Schema.Struct({
    template: inheritable(template),
    instances: Schema.Array(instance).check(
      Schema.isMinLength(limits.bulkInstances.minimum),
      Schema.isMaxLength(limits.bulkInstances.maximum)
    )
  })

/** Members without null and undefined. */
export type Present<A> =
  & { readonly [K in keyof A as null extends A[K] ? never : K]: A[K] }
  & { readonly [K in keyof A as null extends A[K] ? K : never]?: Exclude<A[K], null | undefined> }

/** An instance with its template. */
export type Merged<T, I> = Present<Omit<T, keyof I>> & Present<I>

/** Adds members that are not null. A loop, because a batch has tens of thousands of instances. */
const say = (said: Record<string, unknown>, members: Readonly<Record<string, unknown>>): void => {
  for (const name of Object.keys(members)) {
    const value = members[name]
    if (value !== null && value !== undefined) said[name] = value
  }
}

/** An instance merged with its template. Members of the instance replace those of the template as a whole. */
export const merged = <T extends object, I extends object>(template: T | null | undefined, instance: I) => {
  const said: Record<string, unknown> = {}
  if (template !== null && template !== undefined) say(said, template as Readonly<Record<string, unknown>>)
  say(said, instance as Readonly<Record<string, unknown>>)
  return said as Merged<T, I>
}

/** A request of a command: the whole single command, or one instance of a bulk command. */
export interface Asked<A> {
  /** Place among the instances, from 0; null for a single command. */
  readonly instance_index: number | null
  readonly members: A
}

/** Request of a single command. */
export const askedOnce = <I extends object>(payload: I): ReadonlyArray<Asked<Present<I>>> => [
  { instance_index: null, members: merged<object, I>(null, payload) }
]

/** Request of each instance of a bulk command. */
export const askedByInstances = <T extends object, I extends object>(
  { instances, template }: { readonly template?: T | null | undefined; readonly instances: ReadonlyArray<I> }
): ReadonlyArray<Asked<Merged<T, I>>> =>
  instances.map((instance, instance_index) => ({ instance_index, members: merged(template, instance) }))

/** Required members that neither template nor instance has. */
export const missingMembers = <A extends object, K extends keyof A & string>(
  members: A,
  required: ReadonlyArray<K>
): ReadonlyArray<K> => required.filter((name) => members[name] === undefined)
