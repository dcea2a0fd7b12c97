const ids = new WeakMap<object, string>()

/** Id of the request that a transport received as `source`. Sent as `X-Request-Id`. */
export const requestIdOf = (source: object): string => {
  const assigned = ids.get(source)
  if (assigned !== undefined) return assigned
  const id = crypto.randomUUID()
  ids.set(source, id)
  return id
}
