/**
 * Rewrites the notations that clients use for repeated parameters, `key[]=a` and `key[0]=a`, to the plain one. Keys
 * only; values stay as they are. Source: REST specification, "Endpoints".
 */
export const plainQueryNotation = (url: string): string => {
  const start = url.indexOf("?")
  if (start === -1 || !/\[|%5B/i.test(url.slice(start))) return url
  const query = url.slice(start + 1).split("&").map((pair) => pair.replace(indexedKey, "$1$2"))
  return `${url.slice(0, start)}?${query.join("&")}`
}

const indexedKey = /^([^=[%]+)(?:\[|%5B)\d*(?:\]|%5D)(=|$)/i
