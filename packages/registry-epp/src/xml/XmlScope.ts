/** What a prefix stands for, empty for the default, and what was declared before it (Namespaces in XML 1.0, section 6). */
export interface XmlScope {
  readonly prefix: string
  readonly uri: string
  readonly outer: XmlScope | undefined
  /** Declarations in it. */
  readonly size: number
}

/** Around a document: what has no prefix is in no namespace. */
export const outermostScope: XmlScope = { prefix: "", uri: "", outer: undefined, size: 0 }

/** They are looked through one by one; frames of EPP have about five. */
const mostDeclarations = 32

/** What is bound from the beginning, or may be bound to nothing else (section 3). */
const reserved: ReadonlySet<string> = new Set([
  "xml",
  "xmlns",
  "http://www.w3.org/XML/1998/namespace",
  "http://www.w3.org/2000/xmlns/"
])

/** The scope with one more declaration; undefined for one that is not allowed, or not plain, or one too many. */
export const declared = (outer: XmlScope, prefix: string, uri: string): XmlScope | undefined => {
  const isPlain = (uri !== "" || prefix === "") && uri === uri.trim() && !reserved.has(prefix) && !reserved.has(uri)
  return isPlain && outer.size < mostDeclarations ? { prefix, uri, outer, size: outer.size + 1 } : undefined
}

/** Undefined for a prefix that was not declared; nothing is known of `xml` here. */
export const namespaceOf = (prefix: string, scope: XmlScope): string | undefined => {
  for (let inner: XmlScope | undefined = scope; inner !== undefined; inner = inner.outer) {
    if (inner.prefix === prefix) return inner.uri
  }
  return undefined
}
