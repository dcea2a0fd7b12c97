import { Schema } from "effect"
import { limits } from "../shared/index.ts"

/** A member that a template or an instance can omit; absent and null are equivalent. */
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

/** An instance merged with its template. */
export type Merged<T, I> = Present<Omit<T, keyof I>> & Present<I>

/** Copies members that are not null or undefined. A loop, because a batch has tens of thousands of instances. */
const copyPresent = (target: Record<string, unknown>, members: Readonly<Record<string, unknown>>): void => {
  for (const name of Object.keys(members)) {
    const value = members[name]
    if (value !== null && value !== undefined) target[name] = value
  }
}

/** An instance merged with its template. Members of the instance replace those of the template as a whole. */
export const merged = <T extends object, I extends object>(template: T | null | undefined, instance: I) => {
  const members: Record<string, unknown> = {}
  if (template !== null && template !== undefined) copyPresent(members, template as Readonly<Record<string, unknown>>)
  copyPresent(members, instance as Readonly<Record<string, unknown>>)
  return members as Merged<T, I>
}

/** A request of a command: a whole single command, or one instance of a bulk command. */
export interface CommandRequest<A> {
  /** Index among the instances, from 0; null for a single command. */
  readonly instance_index: number | null
  readonly members: A
}

/** The request of a single command. */
export const singleRequest = <I extends object>(payload: I): ReadonlyArray<CommandRequest<Present<I>>> => [
  { instance_index: null, members: merged<object, I>(null, payload) }
]

/** The requests of all instances of a bulk command. */
export const instanceRequests = <T extends object, I extends object>(
  { instances, template }: { readonly template?: T | null | undefined; readonly instances: ReadonlyArray<I> }
): ReadonlyArray<CommandRequest<Merged<T, I>>> =>
  instances.map((instance, instance_index) => ({ instance_index, members: merged(template, instance) }))

/** Required members that are neither in the template nor in the instance. */
export const missingMembers = <A extends object, K extends keyof A & string>(
  members: A,
  required: ReadonlyArray<K>
): ReadonlyArray<K> => required.filter((name) => members[name] === undefined)
