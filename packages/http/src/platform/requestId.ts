const ids = new WeakMap<object, string>()

/** Id of a request, by the object that its transport received. Sent as `X-Request-Id`. */
export const requestIdOf = (source: object): string => {
  const known = ids.get(source)
  if (known !== undefined) return known
  const id = crypto.randomUUID()
  ids.set(source, id)
  return id
}
