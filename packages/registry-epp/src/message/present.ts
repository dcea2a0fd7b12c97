/** Makes fields that may be undefined optional. */
export type Present<T> =
  & { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] }
  & { readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> }

/** The fields that have a value: optional members of a message are absent, never undefined. */
export function present<const T extends object>(fields: T): Present<T>
export function present(fields: Readonly<Record<string, unknown>>): object {
  const kept: Record<string, unknown> = {}
  for (const name in fields) {
    if (fields[name] !== undefined) kept[name] = fields[name]
  }
  return kept
}
