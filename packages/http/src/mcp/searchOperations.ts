import type { Operation } from "../platform/OperationCatalog.ts"

/** Words of people and the matching words in names of operations. */
const synonyms: ReadonlyMap<string, ReadonlyArray<string>> = new Map(Object.entries({
  register: ["create"],
  buy: ["create"],
  order: ["create"],
  add: ["create"],
  new: ["create"],
  remove: ["delete"],
  drop: ["delete"],
  change: ["update", "replace", "patch"],
  edit: ["update", "replace", "patch"],
  modify: ["update", "replace", "patch"],
  set: ["update", "replace"],
  show: ["get", "read", "list"],
  view: ["get", "read", "list"],
  see: ["get", "read", "list"],
  find: ["list", "get"],
  record: ["rrset"],
  prolong: ["renew"],
  extend: ["renew"],
  cost: ["price"],
  balance: ["transaction"],
  payment: ["transaction"],
  available: ["check", "availability"],
  log: ["event"],
  history: ["event", "change"],
  bulk: ["batch"],
  task: ["job"],
  registrant: ["contact"],
  owner: ["contact"],
  label: ["tag"],
  export: ["report", "master"]
}))

/** Stop words. */
const stopWords: ReadonlySet<string> = new Set([
  "a",
  "an",
  "the",
  "of",
  "for",
  "to",
  "in",
  "my",
  "all",
  "by",
  "with",
  "and",
  "in",
  "on",
  "is"
])

/** Words of a text in their plain form: `list` and `domain` for `listDomains`. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  text.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z0-9]+/).filter((word) =>
    word !== "" && !stopWords.has(word)
  ).map(plain)

const plain = (word: string): string =>
  word.length > 4 && word.endsWith("ies")
    ? `${word.slice(0, -3)}y`
    : word.length > 3 && word.endsWith("s") && !word.endsWith("ss")
    ? word.slice(0, -1)
    : word

/** Weights of a word by its position. */
const weights = { id: 4, path: 3, summary: 3, tag: 2, description: 1 } as const

type Indexed = ReadonlyMap<string, number>

const indexes = new WeakMap<Operation, Indexed>()

const indexOf = (operation: Operation): Indexed => {
  const cached = indexes.get(operation)
  if (cached !== undefined) return cached
  const { description, operationId, path, summary, tag } = operation
  const index = new Map<string, number>()
  const parts = { id: operationId, path: path.replace("/v1", ""), summary, tag, description }
  for (const [part, text] of Object.entries(parts)) {
    const weight = weights[part as keyof typeof weights]
    for (const word of new Set(wordsOf(text))) index.set(word, (index.get(word) ?? 0) + weight)
  }
  indexes.set(operation, index)
  return index
}

/** Score of a word: the full weight of an exact match, half of a synonym, a quarter of a prefix. */
const scoreOf = (index: Indexed, word: string): number => {
  const exact = index.get(word) ?? 0
  const synonym = Math.max(0, ...(synonyms.get(word) ?? []).map((other) => index.get(other) ?? 0)) / 2
  if (exact > 0 || synonym > 0 || word.length < 3) return Math.max(exact, synonym)
  return Math.max(0, ...Array.from(index, ([other, weight]) => other.startsWith(word) ? weight / 4 : 0))
}

/** Operations that match words, best first; all operations in order without words. */
export const searchOperations = (operations: ReadonlyArray<Operation>, text: string): ReadonlyArray<Operation> => {
  const words = [...new Set(wordsOf(text))]
  if (words.length === 0) return operations
  return operations
    .map((operation) => {
      const scores = words.map((word) => scoreOf(indexOf(operation), word))
      const found = scores.filter((score) => score > 0).length
      return { operation, score: scores.reduce((sum, score) => sum + score, 0) * (found / words.length) }
    })
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
    .map(({ operation }) => operation)
}
